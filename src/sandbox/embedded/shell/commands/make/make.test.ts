import { testScripts, type ScriptCase } from '../../testing/script-cases.ts'

/** Script, then what GNU make 4.3 makes of it: stdout, stderr and code. */
const cases: readonly ScriptCase[] = [
  [
    "printf 'all: a b\\n\\techo all $^\\na:\\n\\techo A > $@\\nb: a\\n\\t@cp $< $@\\n' > Makefile; make; make; make a; make -n b; ls",
    "echo A > a\necho all a b\nall a b\necho all a b\nall a b\nmake: 'a' is up to date.\nmake: 'b' is up to date.\nMakefile\na\nb\n",
    '',
    0,
  ],
  [
    "printf 'x:\\n    echo\\n' > Makefile; make; echo $?; printf 'all: none\\n' > Makefile; make; echo $?; rm Makefile; make; echo $?; make foo; echo $?",
    '2\n2\n2\n2\n',
    "Makefile:2: *** missing separator.  Stop.\nmake: *** No rule to make target 'none', needed by 'all'.  Stop.\nmake: *** No targets specified and no makefile found.  Stop.\nmake: *** No rule to make target 'foo'.  Stop.\n",
    0,
  ],
  [
    "printf 'A = $(B)\\nB := 1\\nC ?= 2\\nC += 3\\nD != echo shell\\nall:\\n\\t@echo $A $(C) ${D} $(words $(C)) $(subst 2,x,$(C)) $(patsubst %%.c,%%.o,a.c b.c d.h) $(A:1=z)\\nB = 5\\n' > Makefile; make; make B=7; C=env make; make -s all",
    '5 2 3 shell 2 x 3 a.o b.o d.h 5\n7 2 3 shell 2 x 3 a.o b.o d.h 7\n5 env 3 shell 2 env 3 a.o b.o d.h 5\n5 2 3 shell 2 x 3 a.o b.o d.h 5\n',
    '',
    0,
  ],
  [
    "printf '%%.o: %%.c\\n\\techo CC $< -o $@ stem $*\\n\\ttouch $@\\nprog: a.o b.o\\n\\techo LD $^\\n\\ttouch $@\\n' > Makefile; touch a.c b.c; make prog; make prog; sleep 0.02; touch a.c; make prog; rm b.c; make prog; echo $?",
    "echo CC a.c -o a.o stem a\nCC a.c -o a.o stem a\ntouch a.o\necho CC b.c -o b.o stem b\nCC b.c -o b.o stem b\ntouch b.o\necho LD a.o b.o\nLD a.o b.o\ntouch prog\nmake: 'prog' is up to date.\necho CC a.c -o a.o stem a\nCC a.c -o a.o stem a\ntouch a.o\necho LD a.o b.o\nLD a.o b.o\ntouch prog\nmake: 'prog' is up to date.\n0\n",
    '',
    0,
  ],
  [
    "printf '.PHONY: clean all\\nall: ; @echo all\\nclean:\\n\\trm -f x\\n\\t-false\\n\\t@false\\n\\techo never\\n' > Makefile; make; make clean; echo $?; make -i clean; make -k clean all; echo $?",
    'all\nrm -f x\nfalse\n2\nrm -f x\nfalse\necho never\nnever\nrm -f x\nfalse\nall\n2\n',
    'make: [Makefile:5: clean] Error 1 (ignored)\nmake: *** [Makefile:6: clean] Error 1\nmake: [Makefile:5: clean] Error 1 (ignored)\nmake: [Makefile:6: clean] Error 1 (ignored)\nmake: [Makefile:5: clean] Error 1 (ignored)\nmake: *** [Makefile:6: clean] Error 1\n',
    0,
  ],
  [
    'printf \'ifeq ($(X),1)\\nY = one\\nelse ifeq ($(X),2)\\nY = two\\nelse\\nY = many\\nendif\\nifdef Z\\nY += z\\nendif\\nifneq "a" "b"\\nY += ne\\nendif\\nall:\\n\\t@echo $(Y)\\n\' > Makefile; make X=1; make X=2 Z=1; make',
    'one ne\ntwo z ne\nmany ne\n',
    '',
    0,
  ],
  [
    "printf 'SRC := $(wildcard *.c)\\nOBJ := $(SRC:.c=.o)\\nall: $(OBJ)\\n\\t@echo $(sort $(OBJ)) $(notdir a/b.c) $(dir a/b.c) $(basename x.y.c) $(suffix x.c) $(addprefix p/,$(SRC)) $(filter %%.c,a.c b.h) $(filter-out %%.c,a.c b.h) $(firstword $(SRC)) $(join a b,1 2) $(if $(SRC),yes,no) $(or ,x) $(and a,b) $(strip  a   b )\\n$(OBJ): %%.o: %%.c\\n\\t@touch $@\\n' > Makefile; touch b.c a.c; make",
    'a.o b.o b.c a/ x.y .c p/a.c p/b.c a.c b.h a.c a1 b2 yes x b a b\n',
    '',
    0,
  ],
  [
    "printf 'define hello\\n@echo hello $(1)\\n@echo bye $(1)\\nendef\\nall:\\n\\t$(call hello,world)\\n\\t@for i in 1 2; do \\\\\\n\\t  echo $$i; \\\\\\n\\tdone\\n' > Makefile; make",
    'hello world\nbye world\n1\n2\n',
    '',
    0,
  ],
  [
    "mkdir sub; printf 'all:\\n\\t@echo sub $(V) $(CURDIR) $(MAKELEVEL) | sed \"s|$$HOME||\"; exit 3\\n' > sub/Makefile; printf 'export V = exported\\nall:\\n\\t$(MAKE) -C sub --no-print-directory\\n' > Makefile; make 2>&1 | sed 's|/.*/||'",
    'make -C sub --no-print-directory\nsub exported sub 1\nmake[1]: *** [Makefile:2: all] Error 3\nmake: *** [Makefile:3: all] Error 2\n',
    '',
    0,
  ],
  [
    "printf 'include inc.mk\\n-include nope.mk\\nall: $(LIST)\\n\\t@echo $(LIST)\\n' > Makefile; printf 'LIST = x y\\nx y: ; @echo make $@\\n' > inc.mk; make; printf 'include gone.mk\\n' > Makefile; make; echo $?",
    'make x\n2\n',
    "Makefile:1: gone.mk: No such file or directory\nmake: *** No rule to make target 'gone.mk'.  Stop.\n",
    0,
  ],
  [
    "printf 'all: CFLAGS = -g\\nall: sub\\n\\t@echo $(CFLAGS)\\nsub:\\n\\t@echo sub $(CFLAGS)\\n' > Makefile; make; make sub; make CFLAGS=-O2",
    'sub -g\n-g\nsub\nsub -O2\n-O2\n',
    '',
    0,
  ],
  [
    "printf 'out/x: | out\\n\\ttouch $@\\nout:\\n\\tmkdir $@\\n' > Makefile; make; make; ls out",
    "mkdir out\ntouch out/x\nmake: 'out/x' is up to date.\nx\n",
    '',
    0,
  ],
  [
    "printf 'a: b\\n\\t@echo a\\nb: a\\n\\t@echo b\\n' > Makefile; make; echo $?",
    'b\na\n0\n',
    'make: Circular b <- a dependency dropped.\n',
    0,
  ],
  [
    "printf 'all:\\n\\t@echo $@ $$HOME $(info info) $(shell echo a b)\\n\\t@echo \"# not a comment\" # shell comment\\nX = a # comment\\n$(warning careful)\\n' > Makefile; make; printf '$(error stop here)\\n' > Makefile; make; echo $?",
    'info\nall /home/user a b\n# not a comment\n2\n',
    'Makefile:5: careful\nMakefile:1: *** stop here.  Stop.\n',
    0,
  ],
  [
    "printf '%%.b: %%.a\\n\\tcp $< $@\\n%%.c: %%.b\\n\\tcp $< $@\\n' > Makefile; echo hi > f.a; make f.c; ls; make f.c",
    "cp f.a f.b\ncp f.b f.c\nrm f.b\nMakefile\nf.a\nf.c\nmake: 'f.c' is up to date.\n",
    '',
    0,
  ],
  [
    "printf 'FILES = a b\\n$(FILES): ; @echo target $@ dir $(@D) file $(@F)\\nall: $(FILES)\\n.DEFAULT_GOAL := all\\n$(foreach f,x y,$(eval $(f): ; @echo ev $f))\\n' > Makefile; make; make x y; make -f nofile; echo $?",
    'target a dir . file a\ntarget b dir . file b\nev x\nev y\n2\n',
    "make: nofile: No such file or directory\nmake: *** No rule to make target 'nofile'.  Stop.\n",
    0,
  ],
  [
    "printf 'all: a\\n\\t@echo top\\na:\\n\\t@exit 4\\nb:\\n\\t@echo b\\n' > Makefile; make -k all b; echo $?; make all b; echo $?; make -j4 b; make -j 2 b",
    'b\n2\n2\nb\nb\n',
    "make: *** [Makefile:4: a] Error 4\nmake: Target 'all' not remade because of errors.\nmake: *** [Makefile:4: a] Error 4\n",
    0,
  ],
  [
    "printf 'SHELL := /bin/bash\\n.SHELLFLAGS := -eu -o pipefail -c\\nall:\\n\\t@false | true; echo no\\n' > Makefile; make; echo $?",
    '2\n',
    'make: *** [Makefile:4: all] Error 1\n',
    0,
  ],
  [
    "printf 'all: lib.a(x)\\n' > Makefile; make; echo $?; printf 'x:: ; echo 1\\n' > Makefile; true",
    '2\n',
    "make: *** No rule to make target 'lib.a(x)', needed by 'all'.  Stop.\n",
    0,
  ],
  [
    "printf '.ONESHELL:\\nall:\\n\\t@cd /\\n\\tpwd\\n\\t@x=1\\n\\techo $$x\\n' > Makefile; make",
    '/\n1\n',
    '',
    0,
  ],
  [
    'printf \'V := a#b\\nW := a\\\\#b\\nall: ; @echo "$V $W" $(value V) $(origin V) $(origin PATH) $(origin U) $(flavor V) $(call nope) $(lastword a b) $(wordlist 2,3,a b c d) $(findstring b,abc) $(abspath /a/../b)\\n\' > Makefile; make',
    'a a#b a file environment undefined simple b b c b /b\n',
    '',
    0,
  ],
  [
    "printf 'a b &: ; touch a b\\n' > Makefile; printf 'x y: z\\n\\t@echo $@\\nz: ; @echo z $(MAKECMDGOALS)\\nx: w\\nw: ; @echo w\\n' > Makefile; make x y",
    'z x y\nw\nx\ny\n',
    '',
    0,
  ],
  [
    "printf 'all: $(addprefix out/,a.txt b.txt)\\nout/%%.txt: src/%%.txt | out\\n\\tcp $< $@\\nout: ; mkdir -p out\\nclean: ; $(RM) -r out\\n.PHONY: all clean\\n' > Makefile; mkdir src; echo 1 > src/a.txt; echo 2 > src/b.txt; make; make; make clean; ls",
    "mkdir -p out\ncp src/a.txt out/a.txt\ncp src/b.txt out/b.txt\nmake: Nothing to be done for 'all'.\nrm -f -r out\nMakefile\nsrc\n",
    '',
    0,
  ],
  [
    "printf 'all: a ; @echo all\\na: b ; @touch a\\nnone: ;\\n' > Makefile; touch b; make -q a; echo $?; make -q none; echo $?; make a; make -q a; echo $?; make -q all; echo $?; make -q nothing; echo $?; ls",
    '1\n0\n0\n1\n2\nMakefile\na\nb\n',
    "make: *** No rule to make target 'nothing'.  Stop.\n",
    0,
  ],
]

testScripts(cases)
