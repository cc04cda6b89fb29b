// Marks chunks that a page needs as a whole at its start, so that browsers compile them early (Vite plugin).

import type { Plugin } from 'vite'

/**
 * A browser that supports this comment compiles every function of the file while it arrives, off the main thread,
 * instead of one by one at the first call (V8: explicit compile hints). Other browsers ignore it. Only for chunks of
 * which a first page calls most functions, because compiling unused ones costs time and memory.
 */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** `names`: of chunks, as the build calls them. */
export function eagerChunks(names: readonly string[]): Plugin {
  return {
    name: 'equipnet-eager-chunks',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const missing = new Set(names)
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && missing.delete(file.name)) file.code = HINT + file.code
        if (missing.size > 0) throw new Error(`没有找到代码块 ${[...missing].join('、')} 的输出`)
      },
    },
  }
}
