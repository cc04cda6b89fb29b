// Builds the addresses of scenes.

import { seedOf } from '#shared/formats/seeded-random.ts'
import { type Crop, VARIANTS } from '#shared/model/scene-model.ts'

/** Any number chooses a variant; the next one has another hour. */
export function sceneAddress(name: string, variant: number, crop: Crop = 'card', front?: string): string {
  const one = ((variant % VARIANTS) + VARIANTS) % VARIANTS
  const query = [
    ...(crop === 'card' ? [] : [`crop=${crop}`]),
    ...(front === undefined ? [] : [`with=${encodeURIComponent(front)}`]),
  ]
  return `/pictures/scene/${name}/${one}.svg${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** The variant of an item's scene; items whose ids differ little have variants that differ much. */
export const variantOf = (scene: string, id: string): number => (seedOf(`${scene} ${id}`) >>> 0) % VARIANTS
