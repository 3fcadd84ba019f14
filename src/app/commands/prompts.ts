/** Messages that commands put together for the model. */

export function init(): string {
  return `Look at this project and write an AGENTS.md at its root for whoever works on it next, a coding agent above all. If there is one, or a CLAUDE.md, improve that instead.

What it has to say, as short as it can be:
- how to install, build, run, lint and test it, and how to run one test alone; try each command before you write it down;
- how the code is put together: what cannot be seen from the names of files, which parts depend on which;
- conventions that the code really follows, and what is easily done wrong here.

Leave out what every developer knows and what a look at the file tree tells. Stay under 120 lines.`
}

export function review(what: string): string {
  const subject =
    what === '' ? 'what has changed in this workspace since it was imported, or since the last commit' : what
  return `Review ${subject}. Change nothing.

Read the changed code with what surrounds it. Report what is wrong first: bugs, lost data, unsafe input, races, broken callers, missing tests; then what could be simpler. For each finding: file and line, what goes wrong and when, and what you would do. Say what you have checked and found right in one line. Nothing that is a matter of taste.`
}
