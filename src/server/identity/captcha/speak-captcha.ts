// Synthesises the sound of a captcha: digits of changing loudness, pauses and noise, as a WAV file.
import { randomInt } from 'node:crypto'
import { DIGIT_SOUNDS } from './digit-sounds.ts'

/** Samples a second, of eight bits each. */
const RATE = 8000
const SILENCE = 128
const NOISE = 5
const HEADER = 44

const random = (from: number, to: number) => from + (randomInt(1_000_000) / 1_000_000) * (to - from)

export function speakCaptcha(digits: string): Buffer {
  const parts = [...digits].flatMap((digit) => [pause(), speak(digit)])
  const samples = Buffer.concat([...parts, pause()]).map((sample) => sample + randomInt(-NOISE, NOISE + 1))
  return Buffer.concat([headerOf(samples.length), samples])
}

function pause(): Buffer {
  return Buffer.alloc(Math.round(random(0.3, 0.6) * RATE), SILENCE)
}

function speak(digit: string): Buffer {
  const loudness = random(0.6, 1)
  return Buffer.from(DIGIT_SOUNDS[Number(digit)] ?? '', 'base64').map(
    (sample) => SILENCE + (sample - SILENCE) * loudness,
  ) as Buffer // `map` of a Buffer makes one
}

function headerOf(length: number): Buffer {
  const header = Buffer.alloc(HEADER)
  header.write('RIFF', 0)
  header.writeUInt32LE(HEADER - 8 + length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(length, 40)
  return header
}
