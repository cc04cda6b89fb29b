// Draws a lifecycle as an SVG image, in the colour of the surrounding text.

import type { FlowState } from './flow-description.ts'
import { type Drawing, layOut } from './flow-layout.ts'

const LINE = 19
const FONT = "font-family=\"system-ui, 'PingFang SC', 'Noto Sans CJK SC', sans-serif\""

const toXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Returns the content of the drawing; every text is escaped. */
export function toFlowMarkup({ states, steps }: Pick<Drawing, 'states' | 'steps'>): string {
  const boxes = states.map(({ x, y, width: w, height: h, title: state, flags }) => {
    const isEnd = flags.includes('终态')
    const frame = `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${h / 2}" fill="none" stroke="currentColor" stroke-width="${isEnd ? 3 : 1.5}"/>`
    const flagText =
      flags.length > 0 ? `<tspan dx="13" opacity="0.72">${toXml(flags.join(' · '))}</tspan>` : ''
    return `${frame}<text x="${x + 16}" y="${y + h / 2 + 5}"><tspan font-weight="600">${toXml(state)}</tspan>${flagText}</text>`
  })
  const ways = steps.map(({ x, y, wrapped, way, end: [endX, endY] }) => {
    const lines = wrapped.map(
      (line, at) =>
        `<tspan x="${x}" y="${y + at * LINE + 14}"${at === 0 ? ' font-weight="600"' : ' opacity="0.8"'}>${toXml(line)}</tspan>`,
    )
    return `<text>${lines.join('')}</text><path d="${way}" fill="none" stroke="currentColor" opacity="0.5"/><path d="M${endX} ${endY}l8 -4v8z" fill="currentColor" opacity="0.75"/>`
  })
  return `<g font-size="13" fill="currentColor">${ways.join('')}${boxes.join('')}</g>`
}

export function toSvg(title: string, flow: readonly FlowState[]): string {
  const drawing = layOut(flow)
  const { width, height } = drawing
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" ${FONT}><title>${toXml(title)}</title>${toFlowMarkup(drawing)}</svg>\n`
}
