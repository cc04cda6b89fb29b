// Schedules the checkpoints of PGlite, which has no background process that writes its log into the tables.

const EVERY_MS = 60_000
const MEASURE_EVERY_WRITES = 500
const MAX_LOG_BYTES = 32 * 1024 * 1024

export interface CheckpointWork {
  checkpoint(): Promise<void>
  /** Bytes of write-ahead log since the last checkpoint. */
  measureLog(): Promise<number>
  log(line: string): void
}

export interface Checkpointer {
  /** Tells that a statement wrote. */
  wrote(): void
  stop(): Promise<void>
}

export function startCheckpointer(work: CheckpointWork): Checkpointer {
  let writes = 0
  let running: Promise<void> | undefined

  const run = (job: () => Promise<void>): void => {
    running ??= job()
      .catch((error: unknown) =>
        work.log(`数据库检查点失败：${error instanceof Error ? error.message : error}`),
      )
      .finally(() => {
        running = undefined
      })
  }
  const flush = async (): Promise<void> => {
    writes = 0
    await work.checkpoint()
  }

  const timer = setInterval(() => writes > 0 && run(flush), EVERY_MS)
  timer.unref()

  return {
    wrote() {
      writes += 1
      if (writes % MEASURE_EVERY_WRITES !== 0) return
      run(async () => {
        if ((await work.measureLog()) >= MAX_LOG_BYTES) await flush()
      })
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
