/** Variables that the runtime keeps. */
export const SPECIAL: ReadonlySet<string> = new Set([
  'NF',
  'NR',
  'FNR',
  'FS',
  'OFS',
  'ORS',
  'RS',
  'SUBSEP',
  'CONVFMT',
  'OFMT',
  'RSTART',
  'RLENGTH',
  'FILENAME',
  'ENVIRON',
  'ARGC',
  'ARGV',
  'PROCINFO',
  'RT',
  'IGNORECASE',
  'FPAT',
  'FIELDWIDTHS',
  'ERRNO',
])

/** Special variables that are arrays. */
export const SPECIAL_ARRAYS: ReadonlySet<string> = new Set(['ENVIRON', 'ARGV', 'PROCINFO'])
