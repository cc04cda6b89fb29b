// Serialises the compiled configuration for HTTP: the manifest, page bodies, parameter sets, validators.
import { createHash } from 'node:crypto'
import {
  buildManifest,
  type PageBody,
  pageBodies,
  setBodies,
  validatorBodies,
} from '#config/pipeline/page-manifest.ts'
import type { Model } from '#shared/model/model.ts'
import type { ConfigurationSource } from './configuration-source.ts'

interface Manifest {
  /** Names its content, which is the engine's work too: the hash of the model would not do. */
  readonly url: string
  readonly text: string
}

function toManifest(model: Model): Manifest {
  const text = JSON.stringify(buildManifest(model))
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { url: `/config/manifest.${hash}.json`, text }
}

/** Of one model; made when first asked for, which a start need not wait for. */
export class Bodies {
  readonly #model: Model
  #manifest: Manifest | undefined
  #byUrl: ReadonlyMap<string, PageBody> | undefined

  constructor(model: Model) {
    this.#model = model
  }

  get manifest(): Manifest {
    this.#manifest ??= toManifest(this.#model)
    return this.#manifest
  }

  get byUrl(): ReadonlyMap<string, PageBody> {
    this.#byUrl ??= this.#mapBodies()
    return this.#byUrl
  }

  #mapBodies(): ReadonlyMap<string, PageBody> {
    const { url, text } = this.manifest
    const bodies = [
      { url, text: () => text },
      ...pageBodies(this.#model),
      ...setBodies(this.#model),
      ...validatorBodies(this.#model),
    ]
    return new Map(bodies.map((body) => [body.url, body]))
  }
}

/**
 * Serialises the current model for HTTP: the manifest, page bodies, parameter sets and validators, by URL. The bodies
 * of the previous model remain available, so that a browser that still has the previous manifest can load its pages.
 *
 * @example
 * const bodies = new ConfigurationBodies(source)
 * bodies.find(bodies.manifest.url)?.text() // the manifest as JSON
 */
export class ConfigurationBodies {
  #current: Bodies
  #previous: Bodies | undefined

  constructor(source: ConfigurationSource) {
    this.#current = new Bodies(source.model)
    source.on('swapped', (model) => {
      this.#previous = this.#current
      this.#current = new Bodies(model)
    })
  }

  get manifest(): Manifest {
    return this.#current.manifest
  }

  find(url: string): PageBody | undefined {
    return this.#current.byUrl.get(url) ?? this.#previous?.byUrl.get(url)
  }
}
