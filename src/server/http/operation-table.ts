// Owns the lookup of an operation by method and path.
import type { Model, Operation } from '../../shared/model.ts'

interface Match {
  readonly operation: Operation
  readonly pathParams: Readonly<Record<string, string>>
}

interface Pattern {
  readonly operation: Operation
  readonly parts: readonly string[]
}

/** One table per model; literal paths are found by name, those with parameters by their parts. */
export class OperationTable {
  readonly #exact = new Map<string, Operation>()
  readonly #patterns: Pattern[] = []
  readonly #methods = new Map<string, Set<string>>()

  constructor(model: Model) {
    for (const operation of model.operations) {
      const methods = this.#methods.get(operation.path) ?? new Set<string>()
      methods.add(operation.method)
      this.#methods.set(operation.path, methods)
      if (operation.path.includes('{')) this.#patterns.push({ operation, parts: operation.path.split('/') })
      else this.#exact.set(`${operation.method} ${operation.path}`, operation)
    }
  }

  find(method: string, path: string): Match | null {
    const exact = this.#exact.get(`${method} ${path}`)
    if (exact) return { operation: exact, pathParams: {} }
    const parts = path.split('/')
    for (const pattern of this.#patterns) {
      if (pattern.operation.method !== method) continue
      const pathParams = match(pattern.parts, parts)
      if (pathParams) return { operation: pattern.operation, pathParams }
    }
    return null
  }

  /** Whether some other method exists at this path. */
  hasPath(path: string): boolean {
    const parts = path.split('/')
    return this.#methods.has(path) || this.#patterns.some((pattern) => match(pattern.parts, parts) !== null)
  }
}

function match(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null
  const params: Record<string, string> = {}
  for (const [index, wanted] of pattern.entries()) {
    const part = parts[index] as string
    if (wanted.startsWith('{')) {
      try {
        params[wanted.slice(1, -1)] = decodeURIComponent(part)
      } catch {
        return null
      }
    } else if (wanted !== part) return null
  }
  return params
}
