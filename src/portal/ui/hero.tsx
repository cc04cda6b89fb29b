// Owns the large heading in a zone's own hue.
import { Cover } from './cover.tsx'
import { themeLook } from './cover-look.ts'

interface Props {
  readonly title: string
  readonly slogan: string
  readonly color: string
  readonly pattern: string
  readonly seed: string
  readonly level?: 1 | 2
}

export function Hero({ title, slogan, color, pattern, seed, level = 1 }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <header className="eq-hero">
      <Cover look={themeLook(color, pattern)} seed={seed} />
      <div className="eq-hero-text">
        <Heading tabIndex={-1}>{title}</Heading>
        {slogan ? <p>{slogan}</p> : null}
      </div>
    </header>
  )
}
