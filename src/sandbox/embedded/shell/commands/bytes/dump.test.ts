import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what xxd, GNU od and shuf 9.1 and util-linux's hexdump make of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    "printf 'hello world, this is xxd\\n' | xxd; printf 'hello' | xxd -p; printf 'hello' | xxd -p | xxd -r -p; echo",
    '00000000: 6865 6c6c 6f20 776f 726c 642c 2074 6869  hello world, thi\n00000010: 7320 6973 2078 7864 0a                   s is xxd.\n68656c6c6f\nhello\n',
    '',
    0,
  ],
  [
    "printf 'hello world, this is xxd\\n' > f; xxd f | xxd -r | cmp - f && echo same; xxd -b f | head -2; xxd -i f; xxd -u -c 8 -g 1 f; xxd -s 3 -l 4 f; xxd -e f; xxd -s -4 f",
    'same\n00000000: 01101000 01100101 01101100 01101100 01101111 00100000  hello \n00000006: 01110111 01101111 01110010 01101100 01100100 00101100  world,\nunsigned char f[] = {\n  0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x20, 0x77, 0x6f, 0x72, 0x6c, 0x64, 0x2c,\n  0x20, 0x74, 0x68, 0x69, 0x73, 0x20, 0x69, 0x73, 0x20, 0x78, 0x78, 0x64,\n  0x0a\n};\nunsigned int f_len = 25;\n00000000: 68 65 6C 6C 6F 20 77 6F  hello wo\n00000008: 72 6C 64 2C 20 74 68 69  rld, thi\n00000010: 73 20 69 73 20 78 78 64  s is xxd\n00000018: 0A                       .\n00000003: 6c6f 2077                                lo w\n00000000: 6c6c6568 6f77206f 2c646c72 69687420  hello world, thi\n00000010: 73692073 64787820       0a           s is xxd.\n00000015: 7878 640a                                xxd.\n',
    '',
    0,
  ],
  [
    "printf '\\x00\\xff\\x80A' | xxd -ps; echo 48656c6c6f | xxd -r -ps; echo '00000002: 4142' | xxd -r | od -c; xxd none",
    '00ff8041\nHello0000000  \\0  \\0   A   B\n0000004\n',
    'xxd: none: No such file or directory\n',
    2,
  ],
  [
    "seq 60 | tr -d '\\n' | xxd -p; head -c 40 /dev/zero | xxd -c 20",
    '313233343536373839313031313132313331343135313631373138313932\n303231323232333234323532363237323832393330333133323333333433\n353336333733383339343034313432343334343435343634373438343935\n303531353235333534353535363537353835393630\n00000000: 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000  ....................\n00000014: 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000  ....................\n',
    '',
    0,
  ],
  [
    "printf 'hello\\0\\xffworld\\n' | od -c; printf 'hello' | od; printf 'hello' | od -An -tx1; printf 'abcdefgh' | od -A x -t x1z -v",
    '0000000   h   e   l   l   o  \\0 377   w   o   r   l   d  \\n\n0000015\n0000000 062550 066154 000157\n0000005\n 68 65 6c 6c 6f\n000000 61 62 63 64 65 66 67 68                          >abcdefgh<\n000008\n',
    '',
    0,
  ],
  [
    "head -c 64 /dev/zero | od; head -c 64 /dev/zero | od -v -tx4; printf 'abcd' | od -tx1 -tc; printf 'abcdefgh' | od -td4 -tu2 -j2; od -N4 -tu1 /dev/zero",
    '0000000 000000 000000 000000 000000 000000 000000 000000 000000\n*\n0000100\n0000000 00000000 00000000 00000000 00000000\n0000020 00000000 00000000 00000000 00000000\n0000040 00000000 00000000 00000000 00000000\n0000060 00000000 00000000 00000000 00000000\n0000100\n0000000  61  62  63  64\n          a   b   c   d\n0000004\n0000002  1717920867       26727\n        25699 26213 26727\n0000010\n0000000   0   0   0   0\n0000004\n',
    '',
    0,
  ],
  [
    "printf '\\x00\\x00\\x80\\x3f\\x00\\x00\\x00\\x40' | od -tf4; printf '\\x18\\x2d\\x44\\x54\\xfb\\x21\\x09\\x40' | od -tf8 -An; printf 'a b\\n\\x7f' | od -a; printf 'abc' | od -b; printf 'abc' | od -x; printf 'abc' | od -s -w2",
    '0000000               1               2\n0000010\n        3.141592653589793\n0000000   a  sp   b  nl del\n0000005\n0000000 141 142 143\n0000003\n0000000 6261 0063\n0000003\n0000000  25185\n0000002     99\n0000003\n',
    '',
    0,
  ],
  [
    "od none; echo $?; printf 'ab' > f; od -j 5 f; od -A q f",
    '1\n',
    "od: none: No such file or directory\nod: cannot skip past end of combined input\nod: invalid output address radix 'q'; it must be one character from [doxn]\n",
    1,
  ],
  [
    "printf 'hello world, this is hexdump\\n' | hexdump -C; printf 'hello' | hexdump; head -c 48 /dev/zero | hexdump -C; printf 'abc\\n' | hexdump -c; printf 'abc\\n' | hexdump -b; printf abcd | hexdump -x; printf abcd | hexdump -d; printf 'abcdefghij' > f; hexdump -s 2 -n 4 -C f; hexdump -C /dev/null",
    '00000000  68 65 6c 6c 6f 20 77 6f  72 6c 64 2c 20 74 68 69  |hello world, thi|\n00000010  73 20 69 73 20 68 65 78  64 75 6d 70 0a           |s is hexdump.|\n0000001d\n0000000 6568 6c6c 006f                         \n0000005\n00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n00000030\n0000000   a   b   c  \\n                                                \n0000004\n0000000 141 142 143 012                                                \n0000004\n0000000    6261    6463                                                \n0000004\n0000000   25185   25699                                                \n0000004\n00000002  63 64 65 66                                       |cdef|\n00000006\n',
    '',
    0,
  ],
  [
    'seq 5 | shuf | sort; shuf -i 1-5 -n 3 | wc -l; shuf -e a b c | sort; shuf -n 0 -e a; shuf -i 5; shuf -n x; shuf -r -n 4 -e a; shuf a b',
    '1\n2\n3\n4\n5\n3\na\nb\nc\na\na\na\na\n',
    "shuf: invalid input range: '5'\nshuf: invalid line count: 'x'\nshuf: extra operand 'b'\nTry 'shuf --help' for more information.\n",
    1,
  ],
]

testScripts(cases)
