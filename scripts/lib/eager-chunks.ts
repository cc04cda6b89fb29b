// Owns the plugin that tells browsers which chunks are needed whole at the start of a page.

import type { Plugin } from 'vite'

/**
 * A browser that knows this comment compiles every function of the file while it arrives, beside the main thread, and
 * not one by one when each is first called (V8: explicit compile hints); to others it says nothing. Only for chunks
 * of which a first page calls most: compiling what nobody calls costs time and memory.
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
