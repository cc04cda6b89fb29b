// Draws a scene as a decorative picture; the text beside it names the item.

import { names } from '#portal/ui/format/class-names.ts'
import { sceneAddress } from '#shared/addresses/scene-address.ts'
import type { Crop } from '#shared/model/scene-model.ts'
import { chooseVariant } from './scene-variant.ts'

interface Props {
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

export function ScenePicture({
  scene,
  seed,
  variant,
  crop = 'card',
  front,
  className,
  isFirst,
  onError,
}: Props) {
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
