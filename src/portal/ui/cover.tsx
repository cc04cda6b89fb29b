// Owns the drawn cover of an item without a picture: a scene, or its category's hue, pattern and icon.
import { memo, useState } from 'react'
import type { CoverLook } from '../../shared/content-model.ts'
import { randomOf, seedOf } from '../../shared/random-of.ts'
import type { Crop } from '../../shared/scene-model.ts'
import { names } from './class-names.ts'
import { PATTERNS } from './cover-patterns.ts'
import { Icon } from './icon.tsx'
import { ScenePicture } from './scene-picture.tsx'

interface Props {
  readonly look: CoverLook
  /** The same seed draws the same cover. */
  readonly seed: string
  readonly className?: string
  readonly icon?: boolean
  readonly crop?: Crop | undefined
  /** Category whose illustration is set into the scene. */
  readonly front?: string | undefined
  readonly isFirst?: boolean | undefined
}

/** Decoration only: whatever it stands beside says what the item is. */
export const Cover = memo(function Cover({
  look,
  seed,
  className,
  icon = true,
  crop,
  front,
  isFirst,
}: Props) {
  const [isLost, setLost] = useState(false)
  const scene = isLost ? undefined : look.scenes?.[(seedOf(seed) >>> 0) % look.scenes.length]
  if (scene !== undefined)
    return (
      <ScenePicture
        scene={scene}
        variant={look.variant}
        seed={seed}
        crop={crop}
        front={front}
        className={className}
        isFirst={isFirst}
        onError={() => setLost(true)}
      />
    )
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
