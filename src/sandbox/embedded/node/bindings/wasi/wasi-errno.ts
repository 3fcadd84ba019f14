/** POSIX failures by WASI's numbers. */
import { Errno } from '../../../syscalls.ts'

/** In the order of WASI preview 1, from 0 on. */
const NAMES = (
  'SUCCESS 2BIG ACCES ADDRINUSE ADDRNOTAVAIL AFNOSUPPORT AGAIN ALREADY BADF BADMSG BUSY CANCELED CHILD CONNABORTED ' +
  'CONNREFUSED CONNRESET DEADLK DESTADDRREQ DOM DQUOT EXIST FAULT FBIG HOSTUNREACH IDRM ILSEQ INPROGRESS INTR INVAL IO ' +
  'ISCONN ISDIR LOOP MFILE MLINK MSGSIZE MULTIHOP NAMETOOLONG NETDOWN NETRESET NETUNREACH NFILE NOBUFS NODEV NOENT ' +
  'NOEXEC NOLCK NOLINK NOMEM NOMSG NOPROTOOPT NOSPC NOSYS NOTCONN NOTDIR NOTEMPTY NOTRECOVERABLE NOTSOCK NOTSUP NOTTY ' +
  'NXIO OVERFLOW OWNERDEAD PERM PIPE PROTO PROTONOSUPPORT PROTOTYPE RANGE ROFS SPIPE SRCH STALE TIMEDOUT TXTBSY XDEV ' +
  'NOTCAPABLE'
).split(' ')

const NUMBERS = new Map(NAMES.map((name, number) => [name, number]))

export const SUCCESS = 0
const IO = NUMBERS.get('IO') ?? 29

/** WASI's number of an error that a call of ours has thrown; anything but an `Errno` is thrown on. */
export function wasiErrno(error: unknown): number {
  if (!(error instanceof Errno)) throw error
  return NUMBERS.get(error.code.replace(/^E/, '')) ?? IO
}
