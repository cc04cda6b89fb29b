// Provides the load of a crowd: more callers than can be answered, who try again when they are told to.
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Request, send } from './load.ts'

export interface CrowdOutcome {
  /** Answers in a second. */
  readonly rate: number
  /** In ms, of calls that were answered and of calls that were refused, sorted. */
  readonly answered: readonly number[]
  readonly refused: readonly number[]
}

/** In ms, until all have come. */
const COMING = 2_000
/** In ms; the portal asks for two seconds, and a crowd is less patient. */
const BEFORE_NEXT_TRY = 1_000

/** Runs for `seconds` with so many callers. Throws on any answer besides 200, 429 and 503. */
export async function askAsCrowd(
  port: number,
  seconds: number,
  callers: number,
  next: (index: number) => Request,
): Promise<CrowdOutcome> {
  const answered: number[] = []
  const refused: number[] = []
  const started = performance.now()
  const end = started + seconds * 1000
  let index = 0
  let inTime = 0
  const caller = async (_: unknown, number: number) => {
    // Each has a connection of its own, and they do not all come at once.
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    await sleep((number / callers) * Math.min(COMING, seconds * 500))
    do {
      const request = next(index++)
      const sent = performance.now()
      const status = await send(agent, port, request)
      const took = performance.now() - sent
      if (status === 200) {
        answered.push(took)
        if (performance.now() < end) inTime += 1
      } else if (status === 503 || status === 429) refused.push(took)
      else throw new Error(`${request.path} answered ${status}`)
      if (status !== 200) await sleep(Math.min(BEFORE_NEXT_TRY, Math.max(0, end - performance.now())))
    } while (performance.now() < end)
    agent.destroy()
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const rate = inTime / Math.max(seconds, 0.001)
  return { rate, answered: answered.sort(byValue), refused: refused.sort(byValue) }
}

const byValue = (a: number, b: number) => a - b

/** The value below which 99 of 100 lie; 0 of none. */
export const p99 = (sorted: readonly number[]): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0
