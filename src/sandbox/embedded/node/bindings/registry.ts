/** All bindings: the skeleton of native Node's, with our implementations in place of what we have. */
import type { NodeContext } from '../context.ts'
import { asyncWrap } from './async-wrap.ts'
import type { Binding } from './binding.ts'
import { blob } from './blob.ts'
import { blockList } from './net/block-list.ts'
import { buffer } from './buffer.ts'
import { builtins } from './modules/builtins.ts'
import { caresWrap } from './net/cares-wrap.ts'
import { contextify } from './modules/contextify.ts'
import { crypto } from './crypto/crypto.ts'
import { encodingBinding, icu } from './encoding.ts'
import { errors } from './errors.ts'
import { fs } from './fs/fs.ts'
import { fsEventWrap } from './fs/fs-event-wrap.ts'
import { fsDir } from './fs/fs-dir.ts'
import { httpParser } from './net/http-parser.ts'
import { http2 } from './net/http2.ts'
import { inspector } from './inspector.ts'
import { messaging } from './messaging/messaging.ts'
import { moduleWrap } from './modules/module-wrap.ts'
import { modules } from './modules/modules.ts'
import { optionsBinding } from './options.ts'
import { os } from './os.ts'
import { performanceBinding } from './performance.ts'
import { pipeWrap } from './net/pipe-wrap.ts'
import { processMethods } from './process/process-methods.ts'
import { processWrap } from './process/process-wrap.ts'
import { hasSkeleton, skeletonOf } from './skeleton.ts'
import { smallBindings } from './small.ts'
import { serdes } from './serdes/serdes.ts'
import { signalWrap } from './process/signal-wrap.ts'
import { spawnSyncBinding } from './process/spawn-sync.ts'
import { streamWrap } from './net/stream-handle.ts'
import { stringDecoder } from './string-decoder.ts'
import { taskQueue } from './task-queue.ts'
import { tcpWrap } from './net/tcp-wrap.ts'
import { timers } from './timers.ts'
import { tlsWrap } from './net/tls-wrap.ts'
import { ttyWrap } from './process/tty-wrap.ts'
import { types } from './types.ts'
import { url } from './url.ts'
import { util } from './util.ts'
import { uv } from './uv.ts'
import { wasi } from './wasi/wasi.ts'
import { worker } from './worker.ts'
import { zlib } from './zlib.ts'

const IMPLEMENTATIONS: Readonly<Record<string, (context: NodeContext, binding: Binding) => void>> = {
  ...smallBindings,
  async_wrap: asyncWrap,
  blob,
  block_list: blockList,
  buffer,
  builtins,
  cares_wrap: caresWrap,
  contextify,
  crypto,
  encoding_binding: encodingBinding,
  errors,
  fs,
  fs_dir: fsDir,
  fs_event_wrap: fsEventWrap,
  http2,
  http_parser: httpParser,
  icu,
  inspector,
  messaging,
  module_wrap: moduleWrap,
  modules,
  options: optionsBinding,
  os,
  performance: performanceBinding,
  pipe_wrap: pipeWrap,
  process_methods: processMethods,
  process_wrap: processWrap,
  serdes,
  signal_wrap: signalWrap,
  spawn_sync: spawnSyncBinding,
  stream_wrap: streamWrap,
  string_decoder: stringDecoder,
  task_queue: taskQueue,
  tcp_wrap: tcpWrap,
  timers,
  tls_wrap: tlsWrap,
  tty_wrap: ttyWrap,
  types,
  url,
  util,
  uv,
  wasi,
  worker,
  zlib,
}

/** `internalBinding`: each made once, when first asked for. */
export function createBindings(context: NodeContext): (name: string) => Binding {
  const made = new Map<string, Binding>()
  return (name) => {
    const known = made.get(name)
    if (known) return known
    const implement = IMPLEMENTATIONS[name]
    if (!implement && !hasSkeleton(name)) throw new Error(`No such binding: ${name}`)
    const binding = skeletonOf(name)
    made.set(name, binding)
    implement?.(context, binding)
    return binding
  }
}
