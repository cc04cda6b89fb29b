// Owns the drawn cover of an item without a picture: its category's hue, pattern and icon.
import { memo } from 'react'
import type { CoverLook } from '../../shared/content-model.ts'
import { names } from './class-names.ts'
import { PATTERNS, randomOf } from './cover-patterns.ts'
import { Icon } from './icon.tsx'

interface Props {
  readonly look: CoverLook
  /** The same seed draws the same cover. */
  readonly seed: string
  readonly className?: string
  readonly icon?: boolean
}

/** Decoration only: whatever it stands beside says what the item is. */
export const Cover = memo(function Cover({ look, seed, className, icon = true }: Props) {
  const random = randomOf(seed)
  const angle = Math.round(120 + random() * 50)
  const path = (Object.hasOwn(PATTERNS, look.pattern) ? PATTERNS[look.pattern] : PATTERNS.grid)?.(random)
  return (
    <div
      className={names('eq-cover', className)}
      aria-hidden
      style={{
        backgroundColor: look.color,
        backgroundImage: `linear-gradient(${angle}deg, transparent 20%, rgb(0 0 0 / 32%))`,
      }}
    >
      <svg
        aria-hidden
        viewBox="0 0 320 200"
        preserveAspectRatio="xMidYMid slice"
        fill="none"
        stroke="white"
        strokeWidth="1.5"
      >
        <path d={path} opacity=".22" />
      </svg>
      {icon ? <Icon name={look.icon} className="eq-cover-icon" /> : null}
    </div>
  )
})
