/** Tables of well-known commands. A name that is in no table is a program of which nothing is known. */

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** They print, compute or wait, whatever their arguments; files that they name are read. */
export const READERS = names(
  'base64 basename bc cat cksum cmp comm cut df diff dirname du echo egrep expand expr false fgrep fold free grep groups head ' +
    'hexdump id join jq look ls lsof md5sum nl nproc numfmt od paste ps pwd readlink realpath rev seq sha1sum ' +
    'sha224sum sha256sum sha384sum sha512sum sleep stat strings sum tac tail tr true tsort type uname unexpand ' +
    'uptime wc whereis which who whoami zcat bzcat xzcat column printenv arch dircolors factor getconf locale tty : cal cd ' +
    'pushd popd dirs exit return break continue shift wait jobs times umask',
)

/** Builtins that evaluate arguments as arithmetic: a text with a subscript in it may run something. */
export const EVALUATING = names(
  'test [ printf read unset let declare typeset local export readonly wait getopts mapfile readarray',
)

/** They write the files that they name. */
export const WRITERS = names(
  'chmod cp install ln mkdir mktemp mv patch tee touch truncate split csplit rmdir unexpand gzip gunzip bzip2 xz zip unzip zstd chown chgrp sponge dos2unix unix2dos',
)

/** Editors, languages, archivers and keepers of a machine: they write files, start programs or change the machine as they are told. */
export const OBEDIENT = names(
  'ed ex vi vim nvim view emacs nano pico m4 dc sqlite3 gdb lldb tclsh wish osascript gnuplot octave R Rscript julia ghci ' +
    'screen tmux at batch crontab nsenter mount umount systemctl service open xdg-open cpio pax ar 7z 7za 7zr unrar rar rlwrap ' +
    'reboot shutdown poweroff halt init telinit swapon swapoff insmod modprobe rmmod sysctl iptables nft passwd chsh chfn useradd usermod userdel groupadd visudo chattr wipefs parted fuser',
)

export const DESTROYERS = names('rm shred unlink kill killall pkill dd wipe mkfs fdisk')

export const NETWORK = names(
  'curl wget ssh scp sftp rsync ftp telnet nc ncat netcat socat dig nslookup host ping ping6 traceroute tracepath whois ' +
    'mail sendmail mutt aws gcloud gsutil az kubectl helm docker podman gh glab hub heroku vercel netlify wrangler fly flyctl ' +
    'firebase terraform ansible mosh rclone s3cmd aria2c axel lynx links w3m http https xh httpie ngrok cloudflared lftp tftp mysql psql redis-cli mongosh ' +
    'svn hg bzr cvs nmap sshpass autossh websocat grpcurl openssl gpg conda mamba apt-get dpkg snap flatpak yum dnf pacman zypper nix',
)

/** They run the words that follow, in this process or another; their own options come first, these with a value. */
export const RUNNERS: ReadonlyMap<
  string,
  { readonly valued: RegExp; readonly bare: RegExp; readonly operands: number }
> = new Map([
  ['command', { valued: /^$/, bare: /^-p$/, operands: 0 }],
  ['builtin', { valued: /^$/, bare: /^$/, operands: 0 }],
  ['exec', { valued: /^-a$/, bare: /^-[cl]+$/, operands: 0 }],
  ['nice', { valued: /^-n$/, bare: /^-(n?-?\d+)$|^--adjustment=-?\d+$/, operands: 0 }],
  ['nohup', { valued: /^$/, bare: /^$/, operands: 0 }],
  ['time', { valued: /^-f$/, bare: /^-[pva]+$/, operands: 0 }],
  [
    'timeout',
    {
      valued: /^-[ks]$/,
      bare: /^(-[v]|--(foreground|preserve-status|verbose|kill-after=[\w.]+|signal=\w+))$/,
      operands: 1,
    },
  ],
  ['stdbuf', { valued: /^-[ioe]$/, bare: /^-[ioe][\dL]\w*$/, operands: 0 }],
  ['setsid', { valued: /^$/, bare: /^-[cfw]+$/, operands: 0 }],
  ['ionice', { valued: /^-[cn]$/, bare: /^-[cn]\d$|^-t$/, operands: 0 }],
  ['sudo', { valued: /^-[ug]$/, bare: /^-[nEHSki]+$/, operands: 0 }],
  ['doas', { valued: /^-u$/, bare: /^-n$/, operands: 0 }],
  ['busybox', { valued: /^$/, bare: /^$/, operands: 0 }],
  ['toybox', { valued: /^$/, bare: /^$/, operands: 0 }],
  [
    'xargs',
    {
      valued: /^-[IndLPsEa]$/,
      bare: /^-([0rtxp]+|[IndLPsE]\S+)$|^--(null|no-run-if-empty|verbose|max-(args|procs|lines)=\d+|delimiter=.+|replace(=.+)?)$/,
      operands: 0,
    },
  ],
])

export const SHELLS = names('sh bash dash ash zsh ksh mksh rbash')

/** Interpreters with the option that takes a program as text. */
export const INTERPRETERS: ReadonlyMap<string, RegExp> = new Map([
  ['node', /^(-[a-z]*[ep][a-z]*|--eval(=.*)?|--print(=.*)?)$/],
  ['nodejs', /^(-[a-z]*[ep][a-z]*|--eval(=.*)?|--print(=.*)?)$/],
  ['tsx', /^(-[a-z]*[ep][a-z]*|--eval(=.*)?)$/],
  ['ts-node', /^(-[a-z]*[ep][a-z]*|--eval(=.*)?)$/],
  ['swc-node', /^(-[a-z]*[ep][a-z]*|--eval(=.*)?)$/],
  ['bun', /^(-[a-z]*[ep][a-z]*|--eval(=.*)?)$/],
  ['deno', /^eval$/],
  ['python', /^-[A-Za-z]*c/],
  ['python3', /^-[A-Za-z]*c/],
  ['perl', /^-[A-Za-z0]*[eE]/],
  ['ruby', /^-[A-Za-z]*e/],
  ['php', /^-[rRBE]/],
  ['lua', /^-e/],
])

/** Signs that a program given as text reaches out or hides its work. */
export const REACHING =
  /\bfetch\b|\bhttps?\b|\bnet\b|\btls\b|\bdgram\b|\bdns\b|websocket|xmlhttprequest|eventsource|sendbeacon|child_process|\bspawn|\bexec|\bsystem\b|\bpopen\b|subprocess|\bsocket\b|urllib|requests|httpx|aiohttp|ftplib|smtplib|LWP|\bIO::Socket|\beval\b|\bFunction\b|\batob\b|base64|fromCharCode|__import__|import\s*\((?!\s*['"](\.{1,2}\/|node:(fs|path|os|url|util|assert|test)\b)[^'"+]*['"]\s*\))|getattr|globalThis\[|process\[|qx\W|`|require\s*\((?!\s*['"][^'"+]*['"]\s*\))|\brequire\b(?!\s*[(])|createRequire|mainModule|\.binding\b|dlopen|\bvm\b|runIn\w*Context|inspector|worker_threads|\bWorker\b|new Image|importlib|ctypes|webbrowser|telnetlib|xmlrpc|\basyncio\b|micropip|pyodide|\bimport (js|pip|pty)\b|from js\b|\bopen\b[^;]*\|/i

/** Variables that change how a shell or its programs work. */
export const STEERING_VARIABLES = new RegExp(
  `^(${[
    'PATH|IFS|ENV|BASH_(ENV|ALIASES|CMDS|LOADABLES_PATH|XTRACEFD)|BASHOPTS|SHELLOPTS|PS[0-4]|PROMPT_COMMAND|CDPATH|GLOBIGNORE|EXECIGNORE|POSIXLY_CORRECT|INPUTRC',
    'HOME|SHELL|EDITOR|VISUAL|FCEDIT|PAGER|MANPAGER|MANOPT|BROWSER|LESS|LESS(OPEN|CLOSE|KEY.*)|TMPDIR|HISTFILE|GREP_(OPTIONS|COLORS)',
    'TAR_OPTIONS|TAPE|RSYNC_.*|CVS_RSH|ZIPOPT|UNZIP(OPT)?|GZIP|XZ_(OPT|DEFAULTS)|AWK(PATH|LIBPATH)',
    'LD_.*|DYLD_.*|GIT_.*|SSH_.*|GCONV_PATH|LOCPATH|.*_PROXY|.*_proxy|SSL_CERT_.*|REQUESTS_CA_BUNDLE|CURL_.*',
    'NODE_(OPTIONS|PATH|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED|REPL_EXTERNAL_MODULE|V8_COVERAGE|REDIRECT_WARNINGS|COMPILE_CACHE)|[nN][pP][mM]_[cC][oO][nN][fF][iI][gG]_.*|(YARN|PNPM|BUN|DENO|COREPACK)_.*',
    'PYTHON(?!DONTWRITEBYTECODE$|UNBUFFERED$|HASHSEED$|IOENCODING$|UTF8$).*|(PIP|UV|POETRY|GEM|BUNDLE|CARGO)_.*',
    'PERL5(OPT|LIB|DB)|PERLLIB|RUBY(OPT|LIB|SHELL)|PHPRC|PHP_INI_SCAN_DIR|LUA_(INIT|PATH|CPATH).*|R_PROFILE.*',
    'JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|(MAVEN|GRADLE|JAVA)_OPTS|CLASSPATH|DOTNET_STARTUP_HOOKS|GOFLAGS|RUSTC_WRAPPER',
    'CC|CXX|CPP|LD|AR|AS|MAKE|MAKEFLAGS|MAKEFILES',
  ].join('|')})$`,
)
