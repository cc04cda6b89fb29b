// Lays out the drawing of a lifecycle: states from top to bottom, transitions under their state, arrows beside them.
import type { FlowState, FlowTransition } from './flow-description.ts'

/** Width of a Chinese character in text of the size that is drawn. */
const LETTER = 13
const LINE = 19
const ROW_GAP = 10
const STATE_HEIGHT = 34
const STATE_GAP = 26
const LANE = 14
export const LEFT = 8
export const TEXT_WIDTH = 30 * LETTER
const INDENT = 22
const EDGE = LEFT + INDENT + TEXT_WIDTH

export interface DrawnState extends FlowState {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface DrawnTransition extends FlowTransition {
  readonly x: number
  readonly y: number
  /** Title and words, no line wider than the drawing has room for. */
  readonly wrapped: readonly string[]
  /** The way from the step to the state it leads to. */
  readonly way: string
  /** The end of the arrow, which points left. */
  readonly end: readonly [x: number, y: number]
}

export interface Drawing {
  readonly width: number
  readonly height: number
  readonly states: readonly DrawnState[]
  readonly steps: readonly DrawnTransition[]
}

/** Half as wide where it is no Chinese character. */
export const lengthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e80 ? LETTER : LETTER * 0.58), 0)

function wrap(text: string): string[] {
  const lines = ['']
  for (const letter of text) {
    const last = lines[lines.length - 1] ?? ''
    if (lengthOf(last + letter) > TEXT_WIDTH) lines.push(letter)
    else lines[lines.length - 1] = last + letter
  }
  return lines
}

export function layOut(flow: readonly FlowState[]): Drawing {
  const states: DrawnState[] = []
  const rows: (Omit<DrawnTransition, 'way' | 'end'> & { readonly length: number })[] = []
  let y = 8
  for (const state of flow) {
    const title = `${state.title}　${state.flags.join(' · ')}`
    states.push({
      ...state,
      x: LEFT,
      y,
      width: Math.min(EDGE - LEFT, lengthOf(title) + 32),
      height: STATE_HEIGHT,
    })
    y += STATE_HEIGHT + ROW_GAP
    for (const step of state.steps) {
      const wrapped = [...wrap(step.title), ...wrap(step.lines.join('；'))]
      rows.push({ ...step, x: LEFT + INDENT, y, wrapped, length: lengthOf(step.title) })
      y += wrapped.length * LINE + ROW_GAP
    }
    y += STATE_GAP - ROW_GAP
  }
  const lanes: (readonly [from: number, to: number])[][] = []
  const steps = rows.map(({ length, ...row }): DrawnTransition => {
    const target = states.find(({ name }) => name === row.to) as DrawnState
    const [start, end] = [row.y + LINE / 2, target.y + STATE_HEIGHT / 2]
    const lane = laneFor(lanes, Math.min(start, end), Math.max(start, end))
    const x = EDGE + LANE * (lane + 1)
    const begin = row.x + length + 10
    const tip = target.x + target.width
    return { ...row, way: `M${begin} ${start}H${x}V${end}H${tip + 7}`, end: [tip + 1, end] }
  })
  return { width: EDGE + LANE * (lanes.length + 1), height: y - STATE_GAP + 8, states, steps }
}

/** The innermost lane in which nothing runs between the two heights. */
function laneFor(lanes: (readonly [number, number])[][], from: number, to: number): number {
  const free = lanes.findIndex((taken) => taken.every(([low, high]) => to < low - 4 || from > high + 4))
  const lane = free < 0 ? lanes.length : free
  lanes[lane] = [...(lanes[lane] ?? []), [from, to]]
  return lane
}
