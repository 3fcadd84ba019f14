/** A line of an awk program that names another file: it is replaced before the program is parsed, within strings, too. */
export const DIRECTIVE = /^[ \t]*@(include|load|namespace)[ \t]+"([^"\n]*)"[ \t]*;?/gm
