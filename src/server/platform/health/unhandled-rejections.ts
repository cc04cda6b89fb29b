// Logs and counts promise rejections that no code handled.

let count = 0

/** Since the process started. `/metrics` shows it as `equipnet_unhandled_rejections_total`. */
export const countUnhandledRejections = (): number => count

/**
 * Keeps the process alive: other requests do not depend on the forgotten promise. Each rejection is a fault of the
 * program, so it is logged with its stack. Tests that start a server fail when its output names one.
 *
 * @example
 * watchUnhandledRejections((line) => console.error(line))
 */
export function watchUnhandledRejections(log: (line: string) => void): void {
  process.on('unhandledRejection', (reason) => {
    count++
    const detail = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)
    log(`${UNHANDLED_REJECTION}：${detail}`)
  })
}

/** Begins the line of the log. */
export const UNHANDLED_REJECTION = '程序错误（有异步操作失败而未处理），请把以下内容报告给开发人员'
