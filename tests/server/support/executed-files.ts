// Provides the files of the server of which a piece of work calls a function, in the order of their names.
import { Session } from 'node:inspector/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const SERVER = join(import.meta.dirname, '..', '..', '..', 'src', 'server')

/** Vite reads an export of another file by a function without a name and of this length at most. */
const EXPORT_LENGTH = 100

/**
 * Begin before anything that is counted runs for the first time: V8 may miss a function that has run a few times
 * already. Do the work some times before it is counted: what is worked out once for a model is no part of it.
 */
export async function countExecutedFiles() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    async of(work: () => Promise<unknown>): Promise<readonly string[]> {
      await session.post('Profiler.takePreciseCoverage')
      await work()
      const { result } = await session.post('Profiler.takePreciseCoverage')
      const files = result.flatMap(({ url, functions }) => {
        const file = url.startsWith('file:') ? fileURLToPath(url) : url
        const isCalled = functions.some(
          ({ functionName, ranges: [range] }) =>
            range?.count && (functionName !== '' || range.endOffset - range.startOffset > EXPORT_LENGTH),
        )
        return isCalled && file.startsWith(SERVER) ? [relative(SERVER, file)] : []
      })
      return [...new Set(files)].sort()
    },
    end: () => session.disconnect(),
  }
}
