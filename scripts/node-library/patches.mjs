/**
 * Our changes to Node's library, all of them. Each replaces one exact text once; the build fails when the text is
 * not there. A browser cannot run microtasks in the middle of a task, so what Node does between two callbacks of
 * one queue (`runNextTicks`) needs a task of its own: timers and immediates run one a task. And TypeScript goes as far
 * as people's projects do, which is further than type stripping.
 */
export const PATCHES = {
  'internal/timers': [
    {
      name: 'one timer a task: leave the list after a callback, the event loop calls again',
      from: `      if (ranAtLeastOneTimer)
        runNextTicks();
      else
        ranAtLeastOneTimer = true;`,
      to: `      if (ranAtLeastOneTimer)
        return true;
      ranAtLeastOneTimer = true;`,
    },
    {
      name: 'one timer a task: tell the event loop that more are due',
      from: `      if (ranAtLeastOneList)
        runNextTicks();
      else
        ranAtLeastOneList = true;
      listOnTimeout(list, now);`,
      to: `      if (ranAtLeastOneList)
        return binding.moreTimersDue;
      ranAtLeastOneList = true;
      if (listOnTimeout(list, now) === true)
        return binding.moreTimersDue;`,
    },
    {
      name: 'one immediate a task: start behind the one that ran last',
      from: `    let prevImmediate;
`,
      to: `    let prevImmediate = queue === outstandingQueue ? outstandingQueue.previous : undefined;
`,
    },
    {
      name: 'one immediate a task: the rest waits in the outstanding queue',
      from: `      if (ranAtLeastOneImmediate)
        runNextTicks();
      else
        ranAtLeastOneImmediate = true;`,
      to: `      if (ranAtLeastOneImmediate) {
        outstandingQueue.head = immediate;
        return;
      }`,
    },
    {
      name: 'one immediate a task: count only what ran',
      from: `      prevImmediate = immediate;

      const priorContextFrame`,
      to: `      prevImmediate = immediate;
      ranAtLeastOneImmediate = true;
      outstandingQueue.previous = immediate;

      const priorContextFrame`,
    },
  ],
  'internal/fs/sync_write_stream': [
    {
      name: 'stdout is written by the binding, as a pipe is natively: programs replace fs.writeSync by what writes to stdout',
      from: `const { closeSync, writeSync } = require('fs');`,
      to: `const { closeSync } = require('fs');
const { writeBuffer } = internalBinding('fs');
const writeSync = (fd, chunk) => writeBuffer(fd, chunk, 0, chunk.byteLength, null);`,
    },
  ],
  fs: [
    {
      name: 'a whole file is one call to the kernel, not four, as long as nobody has replaced what reads it',
      from: `  const fd = isUserFd ? path : fs.openSync(path, options.flag, 0o666);
`,
      to: `  if (!isUserFd && options.flag === 'r' && fs.openSync === openSync && fs.readSync === readSync) {
    const whole = binding.readFileBuffer(getValidatedPath(path));
    if (whole !== undefined) return options.encoding ? whole.toString(options.encoding) : whole;
  }
  const fd = isUserFd ? path : fs.openSync(path, options.flag, 0o666);
`,
    },
  ],
  'internal/util': [
    {
      name: 'there is no second realm: the regular expressions of internal texts may show in RegExp.$1',
      from: "internalGlobal = runInNewContext('this', undefined, { contextName: 'internal' });",
      to: 'internalGlobal = { RegExp: primordials.RegExp };',
    },
  ],
  'internal/deps/undici/undici': [
    {
      name: 'bytes become text in pieces that fit on the stack of a worker, which has less than a process (data: addresses)',
      from: 'if ((2 << 15) - 1 > length) {',
      to: 'if (8192 > length) {',
    },
    {
      name: 'bytes become text in pieces that fit on the stack of a worker, the later ones too',
      from: 'let addition = (2 << 15) - 1;',
      to: 'let addition = 8192;',
    },
  ],
  'internal/modules/cjs/loader': [
    {
      name: 'native packages: what stands in for one is found in its place',
      from: `  const selfResolved = trySelf(parentPath, request, conditions);`,
      to: `  const replaced = internalFsBinding.findReplacement(request, parent?.filename);
  const replacement = replaced !== undefined &&
    Module._findPath(replaced[0], [replaced[1]], isMain, conditions);
  if (replacement) { return replacement; }
  const selfResolved = trySelf(parentPath, request, conditions);`,
    },
    {
      name: 'TypeScript: .tsx and .jsx are compiled like .ts',
      from: `StringPrototypeEndsWith(filename, '.ts') && tsEnabled`,
      to: `RegExpPrototypeExec(/\\.(?:tsx?|jsx)$/, filename) !== null && tsEnabled`,
    },
    {
      name: 'TypeScript: a source file finds its neighbours as compilers do, without ending or with that of the output',
      from: `const filename = Module._findPath(request, paths, isMain, conditions);`,
      to: `const filename = Module._findPath(request, paths, isMain, conditions) ||
    internalFsBinding.findTypeScript(request, parent?.filename);`,
    },
  ],
  'internal/modules/esm/resolve': [
    {
      name: 'native packages: what stands in for one is found in its place',
      from: `  const { packageJSONUrl, packageJSONPath, packageSubpath } = packageJsonReader.getPackageJSONURL(specifier, base);
`,
      to: `  const replaced = internalFsBinding.findReplacement(specifier, \`\${base}\`);
  if (replaced !== undefined) {
    specifier = replaced[0];
    base = pathToFileURL(\`\${replaced[1]}/../replaced\`);
  }
  const { packageJSONUrl, packageJSONPath, packageSubpath } = packageJsonReader.getPackageJSONURL(specifier, base);
`,
    },
    {
      name: 'TypeScript: a source file finds its neighbours as compilers do, without ending or with that of the output',
      from: `  const stats = internalFsBinding.internalModuleStat(
    StringPrototypeEndsWith(path, '/')`,
      to: `  const typeScript = internalFsBinding.findTypeScript(path, base && \`\${base}\`);
  if (typeScript !== undefined) {
    path = typeScript;
    resolved = pathToFileURL(typeScript);
  }
  const stats = internalFsBinding.internalModuleStat(
    StringPrototypeEndsWith(path, '/')`,
    },
  ],
  'internal/http2/core': [
    {
      name: 'HTTP/2: a server says at once that it cannot serve, not when somebody connects',
      from: `class Http2Server extends NETServer {`,
      to: `class Http2Server extends NETServer {
  listen() { binding.refuseServer(); }
`,
    },
    {
      name: 'HTTP/2: so does a server with certificates',
      from: `class Http2SecureServer extends TLSServer {`,
      to: `class Http2SecureServer extends TLSServer {
  listen() { binding.refuseServer(); }
`,
    },
    {
      name: 'HTTP/2: so does a client, not when it is connected',
      from: `function connect(authority, options, listener) {`,
      to: `function connect(authority, options, listener) {
  binding.refuseClient();`,
    },
  ],
  wasi: [
    {
      name: 'WASI: no warning of what stands here for a native program, which natively nobody is warned of',
      from: `emitExperimentalWarning('WASI');`,
      to: `if (internalBinding('wasi').isAskedFor(true)) emitExperimentalWarning('WASI');`,
    },
    {
      name: 'WASI: where nobody is seen to load it, who makes one is looked at',
      from: `  constructor(options = kEmptyObject) {
    validateObject(options, 'options');`,
      to: `  constructor(options = kEmptyObject) {
    if (internalBinding('wasi').isAskedFor(false)) emitExperimentalWarning('WASI');
    validateObject(options, 'options');`,
    },
  ],
  inspector: [
    {
      name: 'inspector: it can be loaded, as tools do that use it when asked only',
      from: `if (!hasInspector)
  throw new ERR_INSPECTOR_NOT_AVAILABLE();`,
      to: ``,
    },
  ],
  'internal/modules/esm/formats': [
    {
      name: 'TypeScript: .tsx and .jsx are compiled like .ts',
      from: `  extensionFormatMap['.ts'] = 'module-typescript';`,
      to: `  extensionFormatMap['.ts'] = 'module-typescript';
  extensionFormatMap['.tsx'] = 'module-typescript';
  extensionFormatMap['.jsx'] = 'module-typescript';`,
    },
  ],
  'internal/modules/esm/get_format': [
    {
      name: 'TypeScript: .tsx and .jsx are compiled like .ts',
      from: `if (ext === '.ts' && getOptionValue('--experimental-strip-types')) {`,
      to: `if ((ext === '.ts' || ext === '.tsx' || ext === '.jsx') && getOptionValue('--experimental-strip-types')) {`,
    },
  ],
}

export function patch(id, source) {
  let patched = source
  for (const { name, from, to } of PATCHES[id] ?? []) {
    const parts = patched.split(from)
    if (parts.length !== 2)
      throw new Error(`Patch of ${id} does not apply (${name}): ${parts.length - 1} places.`)
    patched = parts.join(to)
  }
  return patched
}
