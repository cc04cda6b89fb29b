// Tests when PGlite writes its log into the tables: after a minute, a large log, a failure.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Checkpointer, startCheckpointer } from '#server/platform/database/pglite/checkpointer.ts'

const MEGABYTE = 1024 * 1024

describe('checkpointer of PGlite', () => {
  const work = { checkpoint: vi.fn(async () => undefined), measureLog: vi.fn(async () => 0), log: vi.fn() }
  let checkpointer: Checkpointer
  const write = (times: number): void => {
    for (let i = 0; i < times; i += 1) checkpointer.wrote()
  }

  beforeEach(() => {
    vi.useFakeTimers()
    vi.clearAllMocks()
    checkpointer = startCheckpointer(work)
  })
  afterEach(async () => {
    await checkpointer.stop()
    vi.useRealTimers()
  })

  it('does nothing when nothing was written', async () => {
    await vi.advanceTimersByTimeAsync(300_000)
    expect(work.checkpoint).not.toHaveBeenCalled()
  })

  it('runs once a minute after a write', async () => {
    write(1)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(work.checkpoint).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(work.checkpoint).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['runs at once when the log is large', 64, 1],
    ['waits when the log is small', 1, 0],
  ])('after 500 writes %s', async (_name, megabytes, expected) => {
    work.measureLog.mockResolvedValueOnce(megabytes * MEGABYTE)
    write(500)
    await vi.advanceTimersByTimeAsync(0)
    expect(work.measureLog).toHaveBeenCalledTimes(1)
    expect(work.checkpoint).toHaveBeenCalledTimes(expected)
  })

  it('logs a failure and runs again after the next write', async () => {
    work.checkpoint.mockRejectedValueOnce(new Error('disk'))
    write(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(work.log).toHaveBeenCalledWith('数据库检查点失败：disk')
    write(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(work.checkpoint).toHaveBeenCalledTimes(2)
  })

  it('does not run after stop()', async () => {
    write(1)
    await checkpointer.stop()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(work.checkpoint).not.toHaveBeenCalled()
  })
})
