// Draws the small coloured label of a state or a choice.
import type { ReactNode } from 'react'

const COLORS = ['blue', 'green', 'orange', 'red', 'grey', 'cyan', 'purple', 'gold'] as const

interface Props {
  /** An unknown colour falls back to grey. */
  readonly color?: string
  readonly children: ReactNode
}

/**
 * Renders the small coloured label of a state or a choice. `color` is `blue`, `green`, `orange`, `red`, `grey`,
 * `cyan`, `purple` or `gold`; an unknown colour becomes `grey`, which is the default.
 *
 * @example
 * <Tag color="green">在架</Tag>
 */
export function Tag({ color = 'grey', children }: Props) {
  const known = (COLORS as readonly string[]).includes(color) ? color : 'grey'
  return <span className={`eq-tag eq-tag-${known}`}>{children}</span>
}
