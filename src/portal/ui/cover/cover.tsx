// Draws the cover of an item without a picture: a scene, or its category's hue, pattern and icon.
import { memo, useState } from 'react'
import { names } from '#portal/ui/format/class-names.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { sceneAddress } from '#shared/addresses/scene-address.ts'
import { randomOf, seedOf } from '#shared/formats/seeded-random.ts'
import type { CoverStyle } from '#shared/model/content-model.ts'
import type { Crop } from '#shared/model/scene-model.ts'
import { chooseVariant } from './cover-style.ts'

type Pattern = (random: () => number) => string

const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

const circle = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`

/** Draws the nine patterns of covers as path data on a 320×200 field; the same seed gives the same drawing. */
const PATTERNS: Readonly<Record<string, Pattern>> = {
  waves: (random) => {
    const shift = Math.round(random() * 60)
    return times(
      7,
      (row) =>
        `M${-80 + ((shift + row * 17) % 60)} ${70 + row * 22}q20-14 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0`,
    )
  },
  peaks: (random) =>
    times(4, (row) => {
      const base = 110 + row * 30
      return `M-10 ${base + 20}${times(7, (index) => `L${20 + index * 52 + Math.round(random() * 20)} ${base - (index % 2 ? 10 : 42) + Math.round(random() * 18)}`)}L340 ${base + 20}`
    }),
  orbit: (random) => {
    const x = Math.round(210 + random() * 60)
    const y = Math.round(60 + random() * 70)
    return times(6, (ring) => circle(x, y, 24 + ring * 30)) + circle(Math.round(60 + random() * 80), 150, 5)
  },
  circuit: (random) =>
    times(9, (line) => {
      const y = 14 + line * 22
      const x = Math.round(40 + random() * 150)
      const step = random() > 0.5 ? 18 : -18
      return `M-10 ${y}H${x}l18 ${step}H${Math.min(310, x + 40 + Math.round(random() * 90))}${circle(Math.min(310, x + 40), y + step, 3)}`
    }),
  signal: (random) => {
    const x = Math.round(40 + random() * 240)
    return times(
      7,
      (ring) =>
        `M${x - 26 * (ring + 1)} 200a${26 * (ring + 1)} ${26 * (ring + 1)} 0 0 1 ${52 * (ring + 1)} 0`,
    )
  },
  flakes: (random) =>
    times(14, () => {
      const x = Math.round(random() * 320)
      const y = Math.round(random() * 200)
      const r = Math.round(6 + random() * 12)
      const d = Math.round(r * 0.87)
      const h = Math.round(r * 0.5)
      return `M${x - r} ${y}h${2 * r}M${x - h} ${y - d}l${2 * h} ${2 * d}M${x + h} ${y - d}l${-2 * h} ${2 * d}`
    }),
  blocks: (random) =>
    times(11, (index) => {
      const height = Math.round(40 + random() * 110)
      return `M${index * 30 - 4} 200v${-height}h22v${height}M${index * 30 + 3} ${212 - height}h8m-8 14h8m-8 14h8`
    }),
  globe: (random) => {
    const x = Math.round(200 + random() * 70)
    return (
      circle(x, 110, 84) +
      `M${x - 84} 110h168M${x - 72} 68h144M${x - 72} 152h144M${x} 26a44 84 0 0 0 0 168M${x} 26a44 84 0 0 1 0 168M${x} 26v168`
    )
  },
  grid: (random) => {
    const shift = Math.round(random() * 20)
    return (
      times(12, (index) => `M${index * 30 + shift - 20} 0v200`) +
      times(7, (index) => `M0 ${index * 30 + shift}h320`) +
      times(5, () =>
        circle(30 * Math.round(random() * 10) + shift - 20, 30 * Math.round(random() * 6) + shift, 5),
      )
    )
  },
}

interface ScenePictureProps {
  readonly scene: string
  readonly seed: string
  /** Chosen by somebody; else it follows from the seed and from what was drawn before. */
  readonly variant?: number | undefined
  readonly crop?: Crop | undefined
  /** Category whose illustration is drawn in front of the scene. */
  readonly front?: string | undefined
  readonly className?: string | undefined
  /** It is seen at once, so that it is fetched first. */
  readonly isFirst?: boolean | undefined
  readonly onError?: () => void
}

const SIZES: Readonly<Record<Crop, readonly [number, number]>> = {
  wide: [1000, 230],
  card: [480, 270],
  tall: [300, 400],
}

/** Draws a scene as a decorative picture; the text beside it names the item. */
function ScenePicture({
  scene,
  seed,
  variant,
  crop = 'card',
  front,
  className,
  isFirst,
  onError,
}: ScenePictureProps) {
  const [width, height] = SIZES[crop]
  return (
    <img
      className={names('eq-cover', 'eq-cover-scene', className)}
      src={sceneAddress(scene, variant ?? chooseVariant(scene, seed), crop, front)}
      alt=""
      width={width}
      height={height}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      {...(isFirst ? { fetchPriority: 'high' as const } : {})}
      {...(onError ? { onError } : {})}
    />
  )
}

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
