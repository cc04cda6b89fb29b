// Draws the large heading in a zone's own hue.
import type { CSSProperties } from 'react'
import { Cover } from './cover/cover.tsx'
import { toThemeCoverStyle } from './cover/cover-style.ts'

interface Props {
  readonly title: string
  readonly slogan: string
  readonly color: string
  readonly pattern: string
  readonly scene?: string | undefined
  readonly variant?: number | undefined
  /** The point of the scene that stays in view, in percent from the left and the top. */
  readonly focus?: { readonly x: number; readonly y: number } | undefined
  readonly seed: string
  readonly level?: 1 | 2
}

export function Hero({ title, slogan, color, pattern, scene, variant, focus, seed, level = 1 }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <header
      className="eq-hero"
      style={
        {
          '--eq-hero': color,
          ...(focus ? { '--eq-hero-focus': `${focus.x}% ${focus.y}%` } : {}),
        } as CSSProperties
      }
      data-picture={scene ? 'scene' : undefined}
    >
      <Cover look={toThemeCoverStyle(color, pattern, scene, variant)} seed={seed} crop="wide" isFirst />
      <div className="eq-hero-text">
        <Heading tabIndex={-1}>{title}</Heading>
        {slogan ? <p>{slogan}</p> : null}
      </div>
    </header>
  )
}
