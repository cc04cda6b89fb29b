// Owns the compiled configuration as it goes over the wire: the manifest, the body of every page, every parameter set.
import { type Body, buildManifest, pageBodies, setBodies } from '../../config/manifest.ts'
import type { Model } from '../../shared/model.ts'
import { Serialized } from '../http/serialized.ts'
import type { ConfigurationSource } from './configuration-source.ts'

interface Bodies {
  readonly manifest: Serialized
  readonly byUrl: ReadonlyMap<string, Body>
}

function toBodies(model: Model): Bodies {
  return {
    manifest: new Serialized(JSON.stringify(buildManifest(model))),
    byUrl: new Map([...pageBodies(model), ...setBodies(model)].map((body) => [body.url, body])),
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

  get manifest(): Serialized {
    return this.#current.manifest
  }

  find(url: string): Body | undefined {
    return this.#current.byUrl.get(url) ?? this.#previous?.byUrl.get(url)
  }
}
