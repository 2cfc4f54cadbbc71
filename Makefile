# make run and make test are all that a newcomer needs; both install what is missing first.
# make check is the law that every change passes, the same for people and for CI; make check-all adds what takes longer.

PREFIX ?= /usr/local
SCENARIO ?= scenarios/fling.json
SECONDS ?= 60

.PHONY: run test check check-all lint docs bench league results fuzz install package deps build

run: build ## Replay a scenario and print the table that compares strategies.
	.build/release/scrollsim run $(SCENARIO)

test: deps ## Run the tests.
	scripts/run-tests

build: deps ## Build the program for use.
	scripts/build -c release --product scrollsim

# zsh and dash leave the ~ of an argument as it is, and make knows none.
install: build ## Put scrollsim on the path, with its manual page and completions: make install PREFIX=~/.local
	scripts/install .build/release/scrollsim "$(DESTDIR)$(PREFIX:~/%=$(HOME)/%)"

package: ## Make a program that needs no Swift, as an archive and as a Debian package, in .build/packages.
	scripts/package

check: deps lint ## The law: lint, imports, tests, documentation, gate, sanitizers over threads, C and memory.
	scripts/check

check-all: check ## And what takes longer: all tests optimised, all under all sanitizers, the long random tests.
	scripts/check-all

lint: ## Format and repository rules.
	scripts/lint

docs: deps ## Make GalleryKit's documentation, where a warning is an error, the README's pictures, and the site; needs pandoc.
	scripts/documentation
	scripts/pictures
	scripts/site

bench: build ## Benchmarks, with peers beside ours.
	scripts/bench

league: build ## Galleries that people use, from recordings of their screens: make league LEAGUE='--rounds 5 --minutes 240 --install'
	python3 Benchmarks/league/league.py --json results/league.json --pictures results/league $(LEAGUE) > .build/league.md
	mv .build/league.md results/league.md

results: deps ## Make published figures again, all or some: make results NAMES='fling cache'
	scripts/results $(NAMES)

fuzz: deps ## Fuzz what takes bytes from strangers, so long each: make fuzz SECONDS=1200
	scripts/fuzz $(SECONDS) $(TARGETS)

deps:
	@scripts/install-dependencies
