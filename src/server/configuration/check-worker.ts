// Checks configurations in a worker thread, so that calls are answered meanwhile.
import { parentPort } from 'node:worker_threads'
import type { PortalFiles } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { packModel } from './cached-model.ts'
import type { CheckAnswer, CheckRequest } from './check-files.ts'

if (!parentPort) throw new Error('check-worker runs only as a worker thread')
const port = parentPort

function check({ texts, borrowed, attached }: Omit<CheckRequest, 'id'>): Omit<CheckAnswer, 'id'> {
  const files: PortalFiles = texts
  if (borrowed) files.borrowed = borrowed
  if (attached) files.attached = attached
  const result = checkConfiguration(files)
  if (!result.ok) return { problems: result.problems }
  return { model: packModel(result.model), problems: result.warnings }
}

port.on('message', ({ id, ...request }: CheckRequest) => {
  try {
    port.postMessage({ id, ...check(request) } satisfies CheckAnswer)
  } catch (error) {
    port.postMessage({ id, problems: [], error: String(error) } satisfies CheckAnswer)
  }
})
