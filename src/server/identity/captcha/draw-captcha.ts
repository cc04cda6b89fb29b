// Draws the picture of a captcha: rotated and distorted characters with lines across them, as a JPEG.
import { randomInt } from 'node:crypto'
import { GLYPHS } from './glyphs.ts'

const WIDTH = 120
const HEIGHT = 44
const CHANNELS = 3
const QUALITY = 72
const LINES = 4
const SPECKLES = 160

type Colour = readonly [number, number, number]

const random = (from: number, to: number) => from + (randomInt(1_000_000) / 1_000_000) * (to - from)
const ink = (): Colour => [randomInt(110), randomInt(110), randomInt(110)]

export async function drawCaptcha(text: string): Promise<Buffer> {
  const data = Buffer.from(Array.from({ length: WIDTH * HEIGHT * CHANNELS }, () => 228 + randomInt(28)))
  const paint = (x: number, y: number, colour: Colour) => {
    const [column, row] = [Math.round(x), Math.round(y)]
    if (column < 0 || row < 0 || column >= WIDTH || row >= HEIGHT) return
    data.set(colour, (row * WIDTH + column) * CHANNELS)
  }
  const step = WIDTH / text.length
  for (const [index, character] of [...text].entries())
    drawCharacter(character, step * (index + 0.5) + random(-3, 3), HEIGHT / 2 + random(-4, 4), paint)
  for (let line = 0; line < LINES; line += 1) drawLine(paint)
  for (let dot = 0; dot < SPECKLES; dot += 1) paint(random(0, WIDTH), random(0, HEIGHT), ink())
  const { default: sharp } = await import('sharp')
  const raw = { width: WIDTH, height: HEIGHT, channels: CHANNELS } as const
  return sharp(data, { raw }).jpeg({ quality: QUALITY }).toBuffer()
}

type Paint = (x: number, y: number, colour: Colour) => void

function drawCharacter(character: string, centreX: number, centreY: number, paint: Paint): void {
  const rows = GLYPHS[character] ?? []
  const [angle, shear, size, colour] = [random(-0.35, 0.35), random(-0.25, 0.25), random(3.6, 4.4), ink()]
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  for (const [row, bits] of rows.entries())
    for (let column = 0; column < 5; column += 1) {
      if (!(bits & (16 >> column))) continue
      // Half a pixel apart, so that no gap opens when the point is turned.
      for (let dx = 0; dx < size; dx += 0.5)
        for (let dy = 0; dy < size; dy += 0.5) {
          const y = (row - 3.5) * size + dy
          const x = (column - 2.5) * size + dx + y * shear
          paint(centreX + x * cosine - y * sine, centreY + x * sine + y * cosine, colour)
        }
    }
}

function drawLine(paint: Paint): void {
  const [from, to, swing, phase, colour] = [
    random(4, HEIGHT - 4),
    random(4, HEIGHT - 4),
    random(2, 7),
    random(0, 6),
    ink(),
  ]
  for (let x = 0; x < WIDTH; x += 0.4) {
    const y = from + ((to - from) * x) / WIDTH + swing * Math.sin(x / 14 + phase)
    paint(x, y, colour)
    paint(x, y + 1, colour)
  }
}
