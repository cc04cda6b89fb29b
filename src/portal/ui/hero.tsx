// Draws the large heading in a zone's own hue.
import type { CSSProperties } from 'react'
import type { PageBase } from '#shared/model/page-model.ts'
import { Cover } from './cover/cover.tsx'
import { toThemeCoverStyle } from './cover/cover-style.ts'

interface Props {
  readonly title: string
  readonly slogan: string
  readonly theme: PageBase['theme']
  readonly seed: string
  readonly level?: 1 | 2
}

export function Hero({ title, slogan, theme, seed, level = 1 }: Props) {
  const { color = 'var(--eq-primary)', cover: pattern = 'grid', scene, variant, focus } = theme ?? {}
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
