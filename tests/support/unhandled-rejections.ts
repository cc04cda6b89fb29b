// Refuses the output of a server process that left a promise rejection unhandled.
import { UNHANDLED_REJECTION } from '#server/platform/health/unhandled-rejections.ts'

/** Throws with the output when it names an unhandled rejection. */
export function requireNoRejections(output: string): void {
  if (output.includes(UNHANDLED_REJECTION)) throw new Error(`A promise rejection was not handled:\n${output}`)
}
