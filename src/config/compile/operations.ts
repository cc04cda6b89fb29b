// Owns the compilation of operations that belong to no content type.
import type { JsonSchema, Method, Operation } from '../../shared/model.ts'
import type { Audience } from '../../shared/roles.ts'
import type { Document } from '../document.ts'

interface Written {
  readonly base?: string
  readonly operations: Readonly<
    Record<
      string,
      {
        readonly at: string
        readonly summary: string
        readonly access: Audience | readonly Audience[]
        readonly params?: Readonly<Record<string, JsonSchema>>
        readonly required?: readonly string[]
        readonly body?: JsonSchema
        readonly result?: JsonSchema
      }
    >
  >
}

export function compileOperations(group: string, document: Document): Operation[] {
  const written = document.value as Written
  return Object.entries(written.operations).map(([name, operation]) => {
    const [method, path] = operation.at.split(' ') as [Method, string]
    return {
      id: `${group}.${name}`,
      summary: operation.summary,
      method,
      path: `${written.base ?? '/newapi'}${path}`,
      access: [operation.access].flat() as Audience[],
      writes: method === 'POST',
      params: {
        type: 'object',
        properties: operation.params ?? {},
        required: operation.required ?? [],
        additionalProperties: false,
      },
      ...(operation.body ? { body: operation.body } : {}),
      ...(operation.result ? { result: operation.result } : {}),
    }
  })
}
