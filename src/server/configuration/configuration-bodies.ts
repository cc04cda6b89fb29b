// Owns the compiled configuration as it goes over the wire: the manifest, the body of every page, every parameter set.
import { createHash } from 'node:crypto'
import { type Body, buildManifest, pageBodies, setBodies } from '../../config/manifest.ts'
import type { Model } from '../../shared/model.ts'
import type { ConfigurationSource } from './configuration-source.ts'

interface Manifest {
  /** Names its content, which is the engine's work too: the hash of the model would not do. */
  readonly url: string
  readonly json: string
}

interface Bodies {
  readonly manifest: Manifest
  readonly byUrl: ReadonlyMap<string, Body>
}

function toManifest(model: Model): Manifest {
  const json = JSON.stringify(buildManifest(model))
  const hash = createHash('sha256').update(json).digest('hex').slice(0, 12)
  return { url: `/config/manifest.${hash}.json`, json }
}

function toBodies(model: Model): Bodies {
  const manifest = toManifest(model)
  return {
    manifest,
    byUrl: new Map(
      [{ url: manifest.url, text: () => manifest.json }, ...pageBodies(model), ...setBodies(model)].map(
        (body) => [body.url, body],
      ),
    ),
  }
}

/** Keeps the bodies of the model before, too: a browser between two manifests still finds its page. */
export class ConfigurationBodies {
  #current: Bodies
  #previous: Bodies | undefined

  constructor(source: ConfigurationSource) {
    this.#current = toBodies(source.model)
    source.on('swapped', (model) => {
      this.#previous = this.#current
      this.#current = toBodies(model)
    })
  }

  get manifest(): Manifest {
    return this.#current.manifest
  }

  find(url: string): Body | undefined {
    return this.#current.byUrl.get(url) ?? this.#previous?.byUrl.get(url)
  }
}
