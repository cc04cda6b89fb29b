// Moves the clock of a server process: `Date` runs ahead by the milliseconds that the file of `CLOCK_FILE` holds.
import { readFileSync } from 'node:fs'

const RealDate = Date
let ahead = 0
setInterval(() => {
  ahead = Number(readFileSync(process.env.CLOCK_FILE, 'utf8')) || 0
}, 100).unref()

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + ahead)
    else super(...given)
  }

  static now() {
    return RealDate.now() + ahead
  }
}
