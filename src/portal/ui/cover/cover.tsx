// Draws the cover of an item without a picture: a scene, or its category's hue, pattern and icon.
import { memo, useState } from 'react'
import { names } from '#portal/ui/format/class-names.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { randomOf, seedOf } from '#shared/formats/seeded-random.ts'
import type { CoverStyle } from '#shared/model/content-model.ts'
import type { Crop } from '#shared/model/scene-model.ts'
import { PATTERNS } from './cover-patterns.ts'
import { ScenePicture } from './scene-picture.tsx'

interface Props {
  readonly look: CoverStyle
  /** The same seed draws the same cover. */
  readonly seed: string
  readonly className?: string
  readonly icon?: boolean
  readonly crop?: Crop | undefined
  /** Category whose illustration is set into the scene. */
  readonly front?: string | undefined
  readonly isFirst?: boolean | undefined
}

/** Decoration only: the text beside the cover names the item. */
export const Cover = memo(function Cover({
  look,
  seed,
  className,
  icon = true,
  crop,
  front,
  isFirst,
}: Props) {
  const [hasFailed, setFailed] = useState(false)
  const scene = hasFailed ? undefined : look.scenes?.[(seedOf(seed) >>> 0) % look.scenes.length]
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
        onError={() => setFailed(true)}
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
