// Hears a spoken captcha: finds the digits between the pauses, and which recording each resembles most.
import { DIGIT_SOUNDS } from '#server/identity/captcha/digit-sounds.ts'

const HEADER = 44
const SILENCE = 128
/** Above the noise. */
const LOUD = 12
/** Samples without a loud one that end a digit: a fifth of a second. */
const PAUSE = 1600
/** How far a sound may begin from where it is heard first. */
const SLACK = 300

type Samples = readonly number[]

const samplesOf = (bytes: Uint8Array): Samples => Array.from(bytes, (sample) => sample - SILENCE)

function loudParts(samples: Samples): Samples[] {
  const parts: [number, number][] = []
  for (const [at, sample] of samples.entries()) {
    if (Math.abs(sample) < LOUD) continue
    const last = parts.at(-1)
    if (last && at - last[1] < PAUSE) last[1] = at
    else parts.push([at, at])
  }
  return parts.map(([from, to]) => samples.slice(from, to + 1))
}

/** Shifted a little, since noise hides where a sound begins. */
function likeness(heard: Samples, recording: Samples): number {
  const shifts = Array.from({ length: 2 * SLACK }, (_, at) => at - SLACK)
  return Math.max(...shifts.map((shift) => agreement(heard, recording, shift)))
}

/** Every third sample says enough. */
function agreement(one: Samples, other: Samples, shift: number): number {
  let [both, ones, others] = [0, 0, 0]
  for (let at = 0; at < one.length; at += 3) {
    const [x, y] = [one[at] ?? 0, other[at + shift] ?? 0]
    both += x * y
    ones += x * x
    others += y * y
  }
  return both / Math.sqrt(ones * others || 1)
}

const RECORDINGS = DIGIT_SOUNDS.map((sound) => loudParts(samplesOf(Buffer.from(sound, 'base64')))[0] ?? [])

export function hearCaptcha(wav: Uint8Array): string {
  return loudParts(samplesOf(wav.subarray(HEADER)))
    .map((part) => {
      const found = RECORDINGS.map((recording, digit) => ({ digit, likeness: likeness(part, recording) }))
      return found.sort((one, other) => other.likeness - one.likeness)[0]?.digit
    })
    .join('')
}
