/** Every ceiling of the agent, with its unit and its reason (ARCHITECTURE, invariant 8). */

/** Messages that wait while the agent works; nobody keeps an eye on more. */
export const QUEUED_MESSAGES = 50
/** Tool calls of one batch that run at once, where the person has not chosen fewer. */
export const MAX_CONCURRENT_TOOLS = 10
/** Characters of a tool's name, as services take them. */
export const TOOL_NAME_CHARS = 64
/** Tokens a response may have at first; the observed 99th percentile is under 5,000. */
export const MAX_OUTPUT_TOKENS = 8_192
/** Tokens after an escalation. */
export const ESCALATED_OUTPUT_TOKENS = 64_000
/** Continuations of a truncated answer in a row. */
export const MAX_OUTPUT_RECOVERIES = 3
/** Requests in a row for the rest of an answer that the service has paused: each pause is minutes of its own tools' work. */
export const MAX_PAUSES = 8
/** Share of a run's token budget at which it counts as used, and when continuations bring too little: after so many, with
 * two in a row under so many tokens. */
export const BUDGET_SHARE = 0.9
export const DIMINISHING_AFTER = 3
export const DIMINISHING_TOKENS = 500
/**
 * Advisor: tokens of its answer, of which 700 are asked for; attempts; milliseconds for all attempts;
 * characters of its prompt.
 */
export const ADVICE_TOKENS = 2_048
export const ADVICE_ATTEMPTS = 3
export const ADVICE_MS = 180_000
export const ADVISOR_CHARS = 60_000
/**
 * Classifier of `auto`: tokens of its answer; milliseconds for it; milliseconds before the user is asked,
 * too; characters of a call that it is shown; messages of the user, and characters of each.
 */
export const CLASSIFIER_TOKENS = 300
export const CLASSIFIER_MS = 20_000
export const CLASSIFIER_ALONE_MS = 1_500
export const CLASSIFIER_CHARS = 40_000
export const CLASSIFIER_SAID = 5
export const CLASSIFIER_SAID_CHARS = 2_000
/** Milliseconds for which the person is not asked while a hook may answer. */
export const HOOK_ALONE_MS = 1_500
/** Images of a request, as the API takes them, and how many more are left out at once when there are more. */
export const MAX_MEDIA = 100
export const MEDIA_STEP = 10
/** Times that a model is made to give a run's result, before the run ends without one. */
export const OUTPUT_ATTEMPTS = 3
/** Attempts of a foreground request. */
export const MAX_ATTEMPTS = 10
/** Milliseconds: base and ceiling of the back-off, ceiling of a server's `retry-after`. */
export const RETRY_BASE_MS = 500
export const RETRY_CEILING_MS = 32_000
export const RETRY_AFTER_CEILING_MS = 6 * 60 * 60 * 1000
/** Attempts of an operation that only looks, where its sandbox is lost; milliseconds before the second, twice that before the third. */
export const SANDBOX_ATTEMPTS = 3
export const SANDBOX_RETRY_MS = 500
/** Overloads in a row after which another model is asked. */
export const OVERLOADS_TO_FALLBACK = 3
/** Milliseconds: the longest wait between two attempts of a run that nobody watches, and of all its waits together. */
export const PERSISTENT_DELAY_CEILING_MS = 5 * 60 * 1000
export const PERSISTENT_TOTAL_MS = 6 * 60 * 60 * 1000
/** Milliseconds of a wait after which it is told again that it goes on. */
export const HEARTBEAT_MS = 30_000
/** Tokens under which a shortened answer is not worth asking for, and that are left free beside it. */
export const LEAST_OUTPUT_TOKENS = 3_000
export const OVERFLOW_BUFFER_TOKENS = 1_000
/** Overloads in a row, of all tabs together, after which calls wait so many milliseconds before one tries. */
export const BREAKER_FAILURES = 5
export const BREAKER_COOLDOWN_MS = 30_000
/** Milliseconds without a byte before a stream is given up. */
export const STREAM_IDLE_MS = 90_000
/** Milliseconds without a byte before that is said. */
export const STREAM_SILENT_MS = 45_000
/** Milliseconds that an answer may take that is asked for as a whole. */
export const MODEL_REQUEST_MS = 10 * 60 * 1000
/** Milliseconds that a connection has to end by itself when its answer is whole. */
export const READ_OUT_MS = 2_000
/** Headers of the user's own for a provider: gateways need a few. */
export const EXTRA_HEADERS = 20
/**
 * Tokens that fewer are read from the prompt cache than were there, and the share of them, from which it counts as lost:
 * below that it is the service's own rounding.
 */
export const CACHE_DROP_TOKENS = 2_000
export const CACHE_DROP_SHARE = 0.95
/** Milliseconds that the cache keeps what is not read: as we ask for it, and at most anywhere. */
export const CACHE_TTL_MS = 5 * 60 * 1000
export const CACHE_LONG_TTL_MS = 60 * 60 * 1000
/** Blocks before a marker that the Messages API looks at for what it has cached. */
export const CACHE_LOOKBACK_BLOCKS = 20
/** Sources of requests whose cache is kept an eye on. */
export const CACHE_SOURCES = 10
/** Characters of the diff that tells what changed between two requests. */
export const CACHE_DIFF_CHARS = 8_000
/** Assumed sizes where no tokens were counted: characters a token, an image, and the margin for being wrong. */
export const CHARS_PER_TOKEN = 4
export const IMAGE_TOKENS = 2_000
export const ESTIMATE_MARGIN = 1.33
/** Tokens that a summary is asked for at least, however full the window is. */
export const LEAST_SUMMARY_TOKENS = 2_000
/** Windows below it keep shares free, the others so many tokens. */
export const SMALL_WINDOW_TOKENS = 64_000
export const SMALL_WINDOW_FREE = { compact: 0.15, block: 0.05 } as const
/** Tokens kept free for a summary; and those below it where the conversation is compacted, and where no request is made. */
export const SUMMARY_TOKENS = 20_000
export const COMPACT_BUFFER_TOKENS = 13_000
export const BLOCK_BUFFER_TOKENS = 3_000
/** A compaction is worth losing the prompt cache only if it leaves no more than this share of where it began. */
export const COMPACTED_SHARE = 0.75
/** Share of it that the newest messages may take beside a summary of the older ones. */
export const KEPT_SHARE = 0.3
/** Share of the mark at which a conversation is made shorter, from which on the user is told that it comes. */
export const HIGH_SHARE = 0.8
/**
 * Share of it from which on running notes are made, so that a short session pays for none, and the share that has come since the
 * notes before: with both, what is newer than the last notes fits into `KEPT_SHARE`.
 */
export const NOTES_FROM_SHARE = 0.5
export const NOTES_STEP_SHARE = 0.2
/** Failed running notes in a row after which none are begun by themselves in a tab. */
export const NOTES_FAILURES = 3
/** Milliseconds for which a full conversation waits for notes under way: a summary that begins then takes about as long. */
export const NOTES_WAIT_MS = 60_000
/** Share of the window that summaries of earlier parts may take, word for word, before they are summarised together. */
export const EARLIER_SHARE = 0.1
/** Tokens that a finished part has to set free to be worth collapsing; characters of the list of its calls. */
export const SPAN_TOKENS = 500
export const CALLS_CHARS = 1_500
/** Characters of the user's answers and comments at collapsed calls, word for word: all, and each. */
export const DECISIONS_CHARS = 4_000
export const DECISION_CHARS = 1_000
/** Characters of the answers that a summary without a model quotes: all, and each. */
export const QUOTED_ANSWERS_CHARS = 6_000
export const QUOTED_ANSWER_CHARS = 600
/** Share of it from which on old results are left out after a pause in which every cache has forgotten them. */
export const COLD_SHARE = 0.5
/** The newest results stay, and those so short that leaving them out gains nothing. */
export const KEPT_RESULTS = 5
export const SHORT_RESULT_TOKENS = 100
/** Estimated tokens of a summary that does not exist yet. */
export const EXPECTED_SUMMARY_TOKENS = 3_000
/** Failed compactions in a row after which none is begun by itself in a session. */
export const COMPACTION_FAILURES = 3
/** Times that the oldest part is left out of what is summarised, because even that does not fit. */
export const SUMMARY_CUTS = 3
/** Characters below which an answer is no summary. */
export const SUMMARY_CHARS = 40
/** Characters of the person's own messages that stand word for word beside a summary: all, and each; the share of the window. */
export const OWN_WORDS_CHARS = 24_000
export const OWN_MESSAGE_CHARS = 4_000
export const OWN_WORDS_SHARE = 0.1
/**
 * Characters of single sentences of the messages that do not fit whole: all, as some hundred short ones, and each, as a long sentence
 * of prose; the share of the window, a third of the whole messages' own, and the part of these messages that is still an excerpt.
 */
export const OWN_SENTENCES_CHARS = 8_000
export const OWN_SENTENCE_CHARS = 400
export const OWN_SENTENCES_SHARE = 0.03
export const OWN_SENTENCES_PART = 0.2
/** Characters that are searched for such sentences: of all messages, as 10,000 long ones, and of one, as a long specification. */
export const OWN_SENTENCES_READ_CHARS = 8_000_000
export const OWN_MESSAGE_READ_CHARS = 200_000
/** Characters of what the person wants kept in a summary. */
export const COMPACT_KEEP_CHARS = 4_000
/** Paths of files that a summary is accompanied by. */
export const CARRIED_FILES = 10
/**
 * Distinct errors of failed calls that a summary is accompanied by, the newest; characters of each, a few lines of output, and of all,
 * some 1,500 tokens, in a small window a share of it.
 */
export const CARRIED_FAILURES = 20
export const CARRIED_FAILURE_CHARS = 500
export const CARRIED_FAILURES_CHARS = 6_000
export const CARRIED_FAILURES_SHARE = 0.03
/**
 * Characters of a log, from its end, in which sources of a summary's lines are looked for; characters from the beginning and from the
 * end of a result; and sources that a line names.
 */
export const RECEIPT_READ_CHARS = 1_500_000
export const RECEIPT_SOURCE_CHARS = 4_000
export const RECEIPT_SOURCES = 3
/** Lines of a summary that are checked, from the first on, and names that are looked up in each. */
export const RECEIPT_LINES = 300
export const RECEIPT_LINE_NAMES = 20
/** Decisions of the user that are added to a summary which leaves them out, and characters of each, and of the latest request. */
export const RECEIPT_ADDED = 12
export const RECEIPT_QUOTED_CHARS = 500
/** Characters from the beginning and from the end of a result in which its error is looked for. */
export const FAILURE_READ_CHARS = 20_000
/** Characters of a question or a call that the user's answer to it stands behind: one line. */
export const ANSWERED_QUESTION_CHARS = 160
/** Characters of a question that nobody has answered, from its end; such questions. */
export const OPEN_QUESTION_CHARS = 500
export const OPEN_QUESTIONS = 10
/** Milliseconds in which Git tells its state for a summary, which waits for it; changed files that are named. */
export const GIT_STATE_MS = 5_000
export const GIT_STATE_FILES = 20
/** Characters of a tool result in history, per tool. */
export const RESULT_CHARS = { shell: 30_000, edit: 100_000, grep: 100_000 } as const
/** Files at `/results`, the latest of a session, and their bytes together: a kernel has in memory what was read of them. */
export const RESULT_FILES = 500
export const RESULT_FILES_BYTES = 128 * 1024 * 1024
/** Characters of a result's preview, when all of it went to a file. */
export const RESULT_PREVIEW_CHARS = 2_048
/** Lines of a long output that name a failure and are shown beside its end, and characters of each. */
export const FAILURE_LINES = 30
export const FAILURE_LINE_CHARS = 300
/** Lines of an instruction file beyond which the person is told that each request pays for it. */
export const INSTRUCTION_LINES = 200
/** Turns of an agent that another one has started, unless its task says otherwise. */
export const AGENT_TURNS = 20
/** Calls of a tool in one run, and what happens beyond: nobody answers a long row of questions. */
export const CALL_BUDGETS = {
  AskUserQuestion: { calls: 8, then: 'block' },
  WebFetch: { calls: 30, then: 'steer' },
} as const
/** Characters of all results of one response together: half a small model's window. */
export const TURN_RESULT_CHARS = 200_000
/** Characters of an agent's result in its parent's log; all of it is in its own thread. */
export const AGENT_RESULT_CHARS = 100_000
/** Lines and bytes that one Read returns. */
export const READ_LINES = 2_000
export const READ_BYTES = 256 * 1024
/** Characters of live output that are logged per call; the result holds the rest. */
export const LIVE_OUTPUT_CHARS = 64_000
/** Characters of a display patch. */
export const PATCH_CHARS = 50_000
/** Milliseconds: the longest time that a Bash call may name. */
export const SHELL_TIMEOUT_CEILING_MS = 600_000
/** Milliseconds that the conversation waits for a command; then it goes on in the background. */
export const BACKGROUND_AFTER_MS = 15_000
/** Milliseconds within which a command that was put into the background at once may still fail in the foreground. */
export const JOB_START_MS = 300
/** Milliseconds that a command may run at all: the sandbox's own ceiling, a day. */
export const JOB_TIMEOUT_MS = 86_400_000
/** Milliseconds that a stopped command of the background gets to end by itself. */
export const JOB_STOP_GRACE_MS = 2_000
/** Milliseconds: default and ceiling of waiting for a command of the background. */
export const JOB_WAIT_MS = 30_000
export const JOB_WAIT_CEILING_MS = 600_000
/** Share of a model's effective window that instruction files may take together. */
export const INSTRUCTION_SHARE = 0.1
/** Bytes of an instruction file: a larger one is none. */
export const INSTRUCTION_FILE_BYTES = 4 * 1024 * 1024
/** Bytes of all instruction files together. */
export const INSTRUCTION_BYTES = 16 * 1024 * 1024
/** How far an import may lead on to others, and instruction files in all: a hostile project may name thousands. */
export const INSTRUCTION_HOPS = 4
export const INSTRUCTION_IMPORTS = 500
/** Paths, patterns and addresses that a file of opencode's settings may name as instructions. */
export const CONFIG_INSTRUCTIONS = 100
/** Patterns among them: each is tried against all files that begin like it. */
export const CONFIG_PATTERNS = 20
/** Bytes of an instruction file from the web, and milliseconds until it is here. */
export const REMOTE_INSTRUCTION_BYTES = 1024 * 1024
export const REMOTE_INSTRUCTION_MS = 10_000
/** Imports in all files together that are followed or listed, the same one counted in each file. */
export const INSTRUCTION_IMPORTS_NAMED = 2_000
/** Characters of all files together that are searched for comments and imports: a hostile text takes seconds for a million. */
export const INSTRUCTION_MARKDOWN_CHARS = 256 * 1024
/** Characters of a path that is imported: no system has longer ones. */
export const INSTRUCTION_PATH_CHARS = 4_096
/** Quotations and lists within each other, below which nothing of an instruction file is looked at: each costs as much as the text. */
export const INSTRUCTION_NESTING = 16
/** Notes of one project, or for all of them; nobody reads more, and the index tells 200 lines. */
export const MEMORY_NOTES = 1_000
/** Bytes of a note: it is read whole, by people and models. */
export const NOTE_BYTES = 64 * 1024
/** Characters of a note's path, and its folders. */
export const NOTE_PATH_CHARS = 200
export const NOTE_FOLDERS = 6
/** Versions of a note that its history keeps, the current one included. */
export const NOTE_VERSIONS = 50
/** Notes that were deleted and can be brought back. */
export const NOTES_REMOVED = 200
/** Characters of a note's frontmatter: a parser takes its time for hostile ones. */
export const NOTE_FRONTMATTER_CHARS = 2_048
/** Lines and bytes of notes that a session is told at its start, whichever is first met (`spec/formats`, section 7). */
export const MEMORY_INDEX_LINES = 200
export const MEMORY_INDEX_BYTES = 25_000
/** Characters of a line of the index that are advisable. */
export const MEMORY_LINE_CHARS = 150
/** Characters of a note that the index has in full, not its title alone. */
export const NOTE_INLINE_CHARS = 300
/** Characters of a note that its record has, for the list and the index: more than the index has in full. */
export const NOTE_HEAD_CHARS = 400
/** Files that a note rests on. */
export const NOTE_EVIDENCE = 20
/** Messages of the user that a note may quote, the last ones of the conversation, and their characters. */
export const NOTE_MESSAGES = 200
export const NOTE_SAID_CHARS = 1_000_000
/** Characters of a note that only repeats the user: what is longer says more than they did. */
export const NOTE_QUOTED_CHARS = 2_000
/** Rules of a note's `when` that count, and characters of one. */
export const NOTE_RULES = 8
export const NOTE_RULE_CHARS = 200
/** Turns of the agent that takes notes: it looks, writes, and is done. */
export const LEARN_TURNS = 5
/** Characters of finished work that it is told, of one message of the user in it, and of a command or path. */
export const LEARN_CHARS = 24_000
export const LEARN_SAID_CHARS = 4_000
export const LEARN_LINE_CHARS = 200
/** Words of the user below which nothing is looked for: "yes" and "go on" are none that matter later. */
export const LEARN_WORDS = 3
/** Looks at the same work that may fail, before it is left. */
export const LEARN_TRIES = 3
/** Milliseconds for which work that nobody has looked back on is worth a look: what is older was agreed on in a session of long ago. */
export const LEARN_AGE_MS = 7 * 24 * 60 * 60 * 1000
/** Earlier sessions of the project that one look takes in: as many as a user leaves in a day. */
export const LEARN_SESSIONS = 3
/** Characters of a line that repeats an instruction file: shorter ones are in any file. */
export const NOTE_REPEATED_CHARS = 12
/** Notes that are told before a call, and their tokens together; more that apply, which are named. */
export const ACT_NOTES = 3
export const ACT_TOKENS = 500
export const ACT_NAMES = 20
/** Characters of a question to the recall that are read, and its different words: a hostile one costs no more. */
export const RECALL_QUERY_CHARS = 2_000
export const RECALL_QUERY_WORDS = 50
/** Characters of a message that are looked through, and of each end of a call or a result. */
export const RECALL_TURN_CHARS = 20_000
export const RECALL_DONE_CHARS = 500
/**
 * Turns that are looked through, those of the latest sessions. Measured by the heap of Chromium 156 after a collection, their words hold
 * 46 MB where each turn has 600 characters, and 146 MB where each has 3,000.
 */
export const RECALL_TURNS = 20_000
/** Milliseconds after the last question for which the words of the logs are held. */
export const RECALL_HELD_MS = 600_000
/** Texts that one question gives, by default and at most; to a script at most. */
export const RECALL_FOUND = 5
export const RECALL_FOUND_MOST = 10
export const RECALL_FOUND_SCRIPT = 100
/** Characters of one text that the model is shown, around what fits. */
export const RECALL_SHOWN_CHARS = 1_500
/** Texts on a shelf that nobody wants any more, before all of it is made anew. */
export const RECALL_GONE = 100
/** Stems of words that are kept ready. */
export const RECALL_STEMS = 50_000
/**
 * Notes that a message of the user picks (docs/memory.md): the latest that are looked at; lines, and characters, of each that are
 * compared; notes that are told; lines and bytes of one, and bytes of all in a session.
 */
export const PICK_CANDIDATES = 200
export const PICK_HEAD_LINES = 30
export const PICK_HEAD_CHARS = 4_000
export const PICK_NOTES = 5
export const PICK_NOTE_LINES = 200
export const PICK_NOTE_BYTES = 4_096
export const PICK_SESSION_BYTES = 61_440
/** The model that picks: tokens of its answer; milliseconds for it; characters of the message that it is shown; tools that it is told of. */
export const PICK_TOKENS = 256
export const PICK_MS = 10_000
export const PICK_SAID_CHARS = 2_000
export const PICK_TOOLS = 10
/** Characters of its answer that are looked at, more than its tokens have: each closing brace of them is tried as the end of the list. */
export const PICK_ANSWER_CHARS = 4_096
/** Files, and bytes once unpacked, that one import of notes takes in. */
export const NOTES_IMPORTED = 500
export const NOTES_IMPORTED_BYTES = 8 * 1024 * 1024
/** Characters of a rule's frontmatter, of those of all rules, and levels within one: its parser takes the square of some texts, and its stack for levels. */
export const RULE_FRONTMATTER_CHARS = 8_192
export const RULE_FRONTMATTERS_CHARS = 64 * 1024
export const RULE_NESTING = 200
/** Patterns that one of a rule's `paths` may become by its braces, and characters of one. */
export const RULE_PATTERNS = 1_000
export const RULE_PATTERN_CHARS = 4_096
/** Characters of all patterns of a rule that its braces may become. */
export const RULE_PATTERNS_CHARS = 16 * 1024
/** Names in a path that a rule may be meant for. */
export const RULE_FOLDERS = 256
/** Images of one message. */
export const PROMPT_IMAGES = 10
/** Characters of a user's message; beyond that a file is the better place. */
export const PROMPT_CHARS = 400_000
/** Events in one transaction of the log: measured optimum 20–100, more only delays the first (origins.md, 4). */
export const LOG_BATCH_EVENTS = 100
/** Events held for a page that does not keep up; beyond it they are read from disk again. */
export const PORT_BACKLOG_EVENTS = 2_000
/** Milliseconds that an event nobody waits for is held back, to go to disk with the next: less than a frame. */
export const LOG_GATHER_MS = 12
/** Bytes from which on the browser is asked for room before a write, and times their size that must be left: a journal, too. */
export const LARGE_WRITE_BYTES = 128 * 1024
export const WRITE_ROOM_FACTOR = 2
/** Bytes of a pack in one record of the store; a larger one has several. */
export const PACK_RECORD_BYTES = 64 * 1024 * 1024
/** Events of a session that is being opened that are read, checked and sent to the page in one go, while the next are read. */
export const OPENING_PIECE_EVENTS = 2_500
/** Directories of a step's tree that are remembered while its preview is shown. */
export const STEP_SITE_DIRECTORIES = 2_000
/** Links that are followed one after the other: as many as Linux follows. */
export const SYMLINK_HOPS = 40
/**
 * Events of a session above which its end is shown before all of it is read: a shorter one is read as
 * quickly.
 */
export const TAIL_FROM_EVENTS = 2_000
/** Events of that end: a screen or more of the conversation. */
export const TAIL_EVENTS = 300
/** Events sent ahead while a session opens, at most: as many as the page holds (`OPENING_EVENTS` there). */
export const PORT_AHEAD_EVENTS = 30_000
/** Events in one message to the page: a frame's worth of work for it. */
export const PORT_BATCH_EVENTS = 500
/** Bytes of one pack of workspace objects: reading one small file reads its pack. */
export const PACK_BYTES = 1024 * 1024
/** Bytes of an object, and of what stood there before, up to which the difference is looked for: longer takes too long. */
export const DIFFERENCE_BYTES_MAX = 256 * 1024
/** Differences on the way to a whole object: each is a piece more to read. */
export const DIFFERENCES_MAX = 32
/** Milliseconds that the leading tab gets to hand over before the lead is taken from it. */
export const HAND_OVER_MS = 2_000
/**
 * Milliseconds that a tab gets to end its work when a newer version waits for the database: longer than a hand-over, after
 * which what the run left is still written, and short, since the newer tab cannot start before.
 */
export const DATABASE_RELEASE_MS = 3_000
/** Characters of a session's title taken from its first prompt. */
export const TITLE_CHARS = 80
/** Milliseconds after which the pipeline gives up a tool that has no time of its own. */
export const TOOL_TIMEOUT_MS = 30_000
/** Milliseconds that a shell call gets beyond its own time before the pipeline gives it up: the kill takes a moment. */
export const SHELL_TIMEOUT_GRACE_MS = 5_000
/** Milliseconds that a stopped call gets to end before the workspace is stored as it then is. */
export const ABORT_SETTLE_MS = 1_000
/** Values of the user's own that are kept out of everything: each is looked for in every text. */
export const HIDDEN_VALUES = 50
/** Keys of programs, and hosts of one: each is looked for in each request that leaves. */
export const PROGRAM_KEYS = 20
export const PROGRAM_KEY_HOSTS = 10
/** Characters of the passphrase that protects kept keys: shorter ones are tried out in minutes by who has copied the profile. */
export const SHORTEST_PASSPHRASE = 10
export const LONGEST_PASSPHRASE = 1_000
/**
 * Files with secrets in a workspace whose values are known, bytes of each that are read, values of each,
 * values in all, and values of files that are no longer there. A file beyond them counts as unknown: output
 * of commands that read it is asked about.
 */
export const SECRET_FILES = 500
export const SECRET_FILE_BYTES = 64 * 1024
export const SECRET_FILE_VALUES = 200
export const SECRET_VALUES = 2_000
export const FORMER_SECRET_VALUES = 500
/** Withheld files that a question names, and characters of a line after which live output is masked without its end. */
export const OPENED_FILES_NAMED = 5
export const MASKED_LINE_CHARS = 16_384
/** A longer command line is not taken apart but asked for: nobody reads it before saying yes, either. */
export const SHELL_COMMAND_CHARS = 10_000
/** Characters that the shell's parser may look through for the ends of brackets: it takes some ten milliseconds for so many. */
export const SHELL_BRACKET_WORK = 500_000
/** Rules that deny or ask look for commands and files in so much of a line; of a longer one they cannot be told to say nothing. */
export const SHELL_RULE_CHARS = 20_000
/** Commands that only run another (`nice`, `xargs`), before the one that they run; more are asked for. */
export const SHELL_WRAPPERS = 10
/** Commands in a line that are looked at one by one; more are asked for as one. */
export const SHELL_COMMANDS = 100
/** Shells, `eval`s and functions within each other that are looked into. */
export const SHELL_NESTING = 8
/** Characters of a path that rules look at: no file has a longer one. */
export const PATH_CHARS = 4_096
/** Symbolic links that a path may lead through, as in Linux. */
export const LINK_HOPS = 40
/** Attempts at a server that does not answer at all: more would only hide a wrong address from its user. */
export const MAX_CONNECT_ATTEMPTS = 4
/** Times that stop hooks may send the agent back to work in one run. */
export const MAX_STOP_HOOK_BLOCKS = 8
/** Pages of a PDF that one Read shows: their text is some 50,000 characters. */
export const PDF_PAGES = 20
/** Bytes of a PDF without text that the model is given to look at: its pages are pictures, and paid for as that. */
export const PDF_DOCUMENT_BYTES = 3 * 1024 * 1024
/** Bytes of a file that Read opens at all; of a larger one Grep and the shell show parts without moving the rest. */
export const READ_FILE_BYTES = 32 * 1024 * 1024
/** Bytes of a file that Edit changes and Write compares; larger ones are data, for which commands exist. */
export const EDIT_FILE_BYTES = 8 * 1024 * 1024
/** Questions in one AskUserQuestion, and choices of each: as many as fit a screen. */
export const QUESTIONS_AT_ONCE = 4
export const OPTIONS_OF_A_QUESTION = 6
/** Entries of a directory that LS shows. */
export const LISTED_ENTRIES = 1_000
/** Characters of one output of a notebook's cell. */
export const NOTEBOOK_OUTPUT_CHARS = 10_000
/** Bytes of an image that the model is shown: the API takes 5 MB of base64. */
export const IMAGE_BYTES = 3_750_000
/** Bytes of a fetched page that are read, and characters of its HTML that are converted: books are longer. */
export const PAGE_BYTES = 4 * 1024 * 1024
export const PAGE_CHARS = 4 * 1024 * 1024
/** Times that a fetch is sent where nobody answers; milliseconds before the second, twice that before the third. */
export const WEB_FETCH_ATTEMPTS = 3
export const EGRESS_RETRY_MS = 500
/** Milliseconds for a fetch, the user's answer included. */
export const WEB_FETCH_MS = 600_000
/** Replacements in one MultiEdit: a longer list is a rewrite. */
export const EDITS_IN_ONE_CALL = 100
/** Lines from which, and the share of them below which, a shorter text is taken for one with parts left out. */
export const SHRINK_LINES = 60
export const SHRINK_SHARE = 0.25
/** Changed lines after which a display diff is given up: its cost grows with their square. */
export const DIFF_CHANGED_LINES = 2_000
/** Lines of a file that are searched for the nearest candidate of a failed Edit. */
export const NEAREST_SEARCH_LINES = 50_000
/** Lines of that candidate that are shown. */
export const NEAREST_SHOWN_LINES = 20
/** Paths that one Glob returns: enough to choose from, little to read. */
export const GLOB_PATHS = 100
/** Entries that one Grep returns unless told otherwise, and at most. */
export const GREP_ENTRIES = 250
export const GREP_ENTRIES_CEILING = 5_000
/** Characters of a line that Grep shows: a minified file is one line. */
export const GREP_LINE_CHARS = 500
/** Lines of context around a match. */
export const GREP_CONTEXT_CEILING = 100
/** Todos of a session; a longer list is no plan any more. */
export const TODO_ITEMS = 100
/** Names offered instead of a path that does not exist. */
export const NEAR_NAMES = 5
/** Lines typed in a session's terminals that are remembered, as bash's HISTFILESIZE. */
export const TERMINAL_HISTORY_LINES = 500
/**
 * Limits of a session's home directory in the sandbox, which holds the user's set-up: files, bytes of one,
 * bytes of all.
 */
export const HOME_FILES = 500
export const HOME_FILE_BYTES = 1024 * 1024
export const HOME_BYTES = 4 * 1024 * 1024
/** Milliseconds without a command after which the home directory is looked at. */
export const HOME_SETTLE_MS = 500

/** Bytes of a body that leaves the sandbox: it is held whole, so that the user is told its size before it leaves. */
export const EGRESS_BODY_BYTES = 64 * 1024 * 1024
/** Bytes of an answer: the largest file that the sandbox takes. */
export const EGRESS_ANSWER_BYTES = 512 * 1024 * 1024
/** Bytes of the headers of a request: servers refuse more. */
export const EGRESS_HEADER_BYTES = 32 * 1024
/** Characters of a body that the question shows. */
export const EGRESS_PREVIEW_CHARS = 2_000
/**
 * Characters that an address, or the value of a header, usually stays below; a longer one is marked in the
 * question.
 */
export const EGRESS_MARK_CHARS = 200
/** The same for the name of a host. */
export const EGRESS_HOST_MARK_CHARS = 80
/** Characters that the question shows of an address or a command; the log has half of an address. */
export const EGRESS_SHOWN_CHARS = 2_000
/** Characters that the question shows of a long value under the name of a key: enough to see what it is, too few to be one. */
export const EGRESS_VALUE_BEGUN_CHARS = 40
/** References of a push that the question shows. */
export const GIT_REFS_SHOWN = 20
/** Bytes of what a fetch says it wants and has: some 5,000 commits. */
export const GIT_NEGOTIATION_BYTES = 256 * 1024
/** Characters in it that are a client's own words: capabilities, names of references. */
export const GIT_NEGOTIATION_TEXT_CHARS = 2_000
/** Milliseconds until an answer must begin, between two of its parts, and for all of it. */
export const EGRESS_HEAD_MS = 120_000
export const EGRESS_IDLE_MS = 60_000
export const EGRESS_TOTAL_MS = 60 * 60 * 1000
/**
 * Requests, and bytes of their addresses, headers and bodies, that leave in a minute, those to the package registry of the settings aside (an install makes
 * thousands): far more than a test suite makes, and little to a program that would send all that it finds.
 */
export const EGRESS_REQUESTS_A_MINUTE = 600
export const EGRESS_BYTES_A_MINUTE = 256 * 1024 * 1024
/** Open questions about egress requests, at most; further requests are refused: nobody answers a hundred. */
export const EGRESS_QUESTIONS = 20
/** Operations allowed once, and addresses in allowed commands, that are remembered; then the oldest is asked again. */
export const EGRESS_REMEMBERED = 200
/** Files and bytes of a local folder that is opened: the limits of the sandbox's import. */
export const FOLDER_MAX_FILES = 250_000
export const FOLDER_MAX_BYTES = 512 * 1024 * 1024
/** Folders inside one another; a link that leads back into itself would never end. */
export const FOLDER_MAX_DEPTH = 100
/** Names of ignored files that are shown before a folder is opened. */
export const FOLDER_IGNORED_SHOWN = 5
/** Changed files that the page is told of; nobody reads a longer list, and it is told again at every change. */
export const CHANGES_SHOWN = 1_000
/** Milliseconds that a terminal's prompt waits for a line's changes to be stored; nearly always it takes a few. */
export const STORING_WAIT_MS = 500

/** Files of a project's own configuration that are looked at, bytes of each, and things it would do that are shown. */
export const PROJECT_FILES = 500
export const PROJECT_FILE_BYTES = 64 * 1024
export const PROJECT_ITEMS = 200
/** Locks of the person in a workspace: each is looked at for every write. */
export const LOCKS = 200
/** Files whose changes are noticed one by one, where instruction files are links; with more, each change of any file is. */
export const STEERING_WATCHED = 200
/** Accepted versions of a workspace's files, all together: a version that is gone is asked about again. */
export const STEERING_VERSIONS = 500
/** Evidence of a project: hashes of contents (one standard error of the estimated share is 3 % of all), of steering files and first commits, and remotes. */
export const PROJECT_SAMPLE = 256
export const PROJECT_STEERING = 200
export const PROJECT_COMMITS = 20
export const PROJECT_REMOTES = 20
/** Characters of a remote, and of the end of a path: an archive of others says them. */
export const PROJECT_TEXT_CHARS = 300
/** Folders of an import that are read for it, and bytes of a Git configuration. */
export const PROJECT_FOLDERS = 50_000
export const PROJECT_CONFIG_BYTES = 256 * 1024
/** Equal contents without which two imports are not alike: a licence and a lock file are in many. */
export const PROJECT_EQUAL_FILES = 3
/** Milliseconds for finding the first commits. */
export const FIRST_COMMITS_MS = 10_000
/** Earlier projects that an import can be said to continue, and earlier imports of before there was evidence that are looked at. */
export const PROJECTS_OFFERED = 4
export const PROJECTS_WITHOUT_EVIDENCE = 20
/** Workspaces of which is kept what the person has said of them; then the oldest is asked about again. */
export const WORKSPACES_REMEMBERED = 500

/** Characters of a link's payload: as many as chat programs and mail still take as one link. */
export const LINK_CHARS = 32 * 1024
/** Bytes that a link's payload may become: a small session in plain text, and far from what would fill a tab. */
export const LINK_CONTENT_BYTES = 8 * 1024 * 1024
/** Bytes of one file of a bundled template. */
export const TEMPLATE_BYTES = 1024 * 1024
/**
 * Limits of a recording: bytes of the file, bytes once unpacked, events, objects of its trees, bytes of one
 * event.
 */
export const RECORDING_BYTES = 128 * 1024 * 1024
export const RECORDING_CONTENT_BYTES = 384 * 1024 * 1024
export const RECORDING_EVENTS = 200_000
export const RECORDING_OBJECTS = 200_000
export const RECORDING_EVENT_BYTES = 16 * 1024 * 1024
/** Values within values of an event: far more than any tool's input has, far less than fill the stack. */
export const RECORDING_EVENT_DEPTH = 200
/** Characters of a recording's events that this version does not know, or only in part: nobody sees them. */
export const RECORDING_UNKNOWN_CHARS = 16 * 1024 * 1024
/** Steps that a recording's log takes to be shown: seconds of them, and a hundred times what a long session takes. */
export const RECORDING_WORK = 50_000_000
/** Threads of a recording: agents that a session has started. Each is a file of its own, and a row in the database. */
export const RECORDING_THREADS = 1_000
/** Bytes of a recording in a store, encrypted: a file of the largest size, padded, as text. */
export const SHARED_BYTES = 192 * 1024 * 1024
/** Bytes of one in a gist: beyond it GitHub's API refuses its text. */
export const GIST_BYTES = 7 * 1024 * 1024
/** Seconds for which a signature in a link lets its reader in: S3 allows no more. */
export const SIGNED_LINK_SECONDS = 7 * 24 * 3600
/** Milliseconds in which a store says nothing, after which it is given up. */
export const STORE_SILENCE_MS = 30_000
/** Bytes a millisecond that an upload is given time for: a slow mobile connection. */
export const STORE_BYTES_PER_MS = 20
/** Characters of a store's answer that are looked at. */
export const STORE_ANSWER_CHARS = 100_000
/** Characters of all paths in a recording's trees: as many objects, each with a long path. */
export const RECORDING_PATH_CHARS = 32 * 1024 * 1024
/** Folders inside one another in a recorded tree, as in the sandbox. */
export const RECORDING_DEPTH = 256
/** Parts of a streamed text that a recording keeps apart: enough to be seen typing. */
export const RECORDED_DELTAS = 12
/** Lines of a transcript that is opened: far more than any conversation has. */
export const TRANSCRIPT_LINES = 200_000
/** Files that the preview of a share names one by one; of more, folders. */
export const SHARE_FILES_SHOWN = 300
/** Characters of a recorded result that are kept beside one that differs. */
export const COMPARED_CHARS = 20_000
/** Milliseconds that a replay waits at most between two parts of an answer, at speed 1: nobody watches longer. */
export const REPLAY_GAP_MS = 2_500
/** Milliseconds that the other tabs get to say what they use before content is removed: most that is under way ends in it. */
export const COLLECTION_ANSWER_MS = 5_000
/** Milliseconds that a holder of content gets to say what it holds: meanwhile no tab stores anything. */
export const COLLECTION_HOLDER_MS = 30_000
/** Packs that are held at once while directories are read for a collection: as many mebibytes, mostly. */
export const COLLECTION_PACKS = 32
/** Bytes of packs that one transaction of a collection writes anew, and that must be free in a pack for it to be worth it. */
export const SWEEP_BYTES = 16 * 1024 * 1024
export const SWEEP_LEAST_BYTES = 16 * 1024
/** Paths that can be found by a few letters. */
export const INDEXED_PATHS = 500_000
/** Paths that a list of suggestions has at most. */
export const PATHS_SUGGESTED = 50
/** Characters of the log in a piece that the search knows by its signature, and bytes of that: one bit in six is set. */
export const SEARCH_PIECE_CHARS = 32_000
export const SEARCH_SIGNATURE_BYTES = 4_096
/** Characters of one message or result that are searched, and that are shown around a place. */
export const SEARCH_ENTRY_CHARS = 200_000
export const SEARCH_SNIPPET_CHARS = 120
/** Places that a search gives, and pieces that it reads at most: words of one or two letters stand nearly everywhere. */
export const SEARCH_FOUND = 50
export const SEARCH_PIECES_READ = 160
/** Files of `git status` that the page marks: beyond it a tree of marks says nothing more. */
export const GIT_FILES_SHOWN = 5_000
/** Rejected changes that the model is told of one by one; more are counted. */
export const REJECTIONS_TOLD = 200
/** Milliseconds that the commit of what was reviewed may take, with the repository's hooks. */
export const REVIEW_COMMIT_MS = 120_000
/** Milliseconds that `git status` may take for the marks in the file tree; without them the tree is as good. */
export const GIT_STATUS_MS = 20_000
/** Characters of a page's snapshot that one call shows: some 3,000 tokens. */
export const BROWSER_SNAPSHOT_CHARS = 12_000
/** Seconds that the tool waits for a text, or an expression, unless told otherwise, and at most. */
export const BROWSER_WAIT_DEFAULT_S = 10
export const BROWSER_WAIT_MOST_S = 60
/** Milliseconds for one call of it: the longest wait, and a page that has to be loaded before. */
export const BROWSER_TOOL_MS = 100_000
/** Errors of the previewed page that the model is told of, and characters of each. */
export const PAGE_ERRORS_TOLD = 10
export const PAGE_ERROR_CHARS = 600
/** Bytes of a model, in all its parts: more than a tab can address beside its context. */
export const LOCAL_MODEL_BYTES = 8 * 1024 * 1024 * 1024
/** Parts of a model that was split. */
export const LOCAL_MODEL_PARTS = 99
/** Bytes at the beginning of a model's file in which its description has to end; vocabularies take up to 20 MB of it. */
export const GGUF_HEADER_BYTES = 64 * 1024 * 1024
/** Tokens of the prompt that are worked through before a stop is noticed: a processor takes seconds for them. */
export const LOCAL_BATCH_TOKENS = 128
/** Milliseconds between two words on how far a download has come. */
export const MODEL_PROGRESS_MS = 250
/**
 * Bytes of what a backup writes as one record, before it is compressed; an object that is larger has one of
 * its own.
 */
export const BACKUP_RECORD_BYTES = 1024 * 1024
/** Objects that are read from the store at once for it: each may lie in another pack. */
export const BACKUP_OBJECTS_AT_ONCE = 64
/** Bytes of a record with contents, as read: the largest file that the sandbox takes, and its table. */
export const BACKUP_CONTENT_RECORD_BYTES = 513 * 1024 * 1024
/** Bytes of any other record, as read: a row has a turn's events at most. */
export const BACKUP_TEXT_RECORD_BYTES = 64 * 1024 * 1024
/** Characters of one session's log: it is stored in one transaction, and held for it. */
export const BACKUP_LOG_CHARS = 384 * 1024 * 1024
/**
 * Records, sessions, threads of child agents, objects, entries of directories and small values of a backup: the index of a hostile one
 * has to fit into memory.
 */
export const BACKUP_RECORDS = 500_000
export const BACKUP_SESSIONS = 20_000
export const BACKUP_THREADS = 100_000
export const BACKUP_OBJECTS = 1_000_000
export const BACKUP_ENTRIES = 8_000_000
/** Days of usage, and workspaces with rules, that are read from one. */
export const BACKUP_DAYS = 20_000
/** Memories of which a backup has the notes, and bytes of their records without the texts: they are a part of one record. */
export const BACKUP_MEMORIES = 20_000
export const BACKUP_NOTES_BYTES = 32 * 1024 * 1024
/** Notes of a memory that are listed by their titles before they are restored, and the characters of a title. */
export const BACKUP_NOTE_TITLES = 20
export const BACKUP_TITLE_CHARS = 200
/** Bytes that a backup's file is read in at once. */
export const BACKUP_WINDOW_BYTES = 4 * 1024 * 1024
/** Milliseconds between two words on how far a backup has come. */
export const BACKUP_PROGRESS_MS = 200
/** Milliseconds that the file of a download stays: it is copied when the download begins. */
export const BACKUP_DOWNLOAD_MS = 15 * 60 * 1000
/** Backups that a folder keeps at most. */
export const BACKUPS_KEPT = 100
/** Bytes of a deployment's policy file: some thousand rules. It is read before anything else is done. */
export const POLICY_BYTES = 256 * 1024
/** Milliseconds for it to come: all else waits for it, so that a server that hangs does not keep the page from opening. */
export const POLICY_MS = 10_000
/** Milliseconds after which a prompt has it read again: a tab may be open for days. */
export const POLICY_AGE_MS = 15 * 60 * 1000
/**
 * Lessons of earlier work (docs/memory.md). Made: failures and corrections of one, distinct paths of what worked, and tools, each as
 * many as one glance takes in; characters of a task, a line and a whole note, so that a hundred stay small. Read: characters of a note
 * that somebody has edited. Told with a message: lessons, characters of an outcome, a task and a lesson.
 */
export const LESSON_FAILURES = 3
export const LESSON_CORRECTIONS = 3
export const LESSON_PATHS = 5
export const LESSON_TOOLS = 20
export const LESSON_TASK_CHARS = 200
export const LESSON_LINE_CHARS = 160
export const LESSON_CHARS = 2_000
export const LESSON_READ_CHARS = 8_000
export const LESSONS_PICKED = 3
export const LESSON_OUTCOME_CHARS = 20
export const LESSON_TOLD_CHARS = 500
/**
 * Lessons of a project: with a few hundred their words no longer tell them apart. The newest are not the first to go, as nobody could
 * need them yet. Milliseconds after which one that was never told is dropped: by then the code is another.
 */
export const LESSONS_KEPT = 100
export const LESSONS_NEWEST = 10
export const LESSON_AGE_MS = 30 * 24 * 60 * 60 * 1000
