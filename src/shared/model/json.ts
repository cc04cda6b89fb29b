// Declares JSON values and JSON Schemas.
/**
 * A JSON Schema, with the annotations of the configuration language (`x-dict`, `x-secret` …).
 *
 * @example
 * const schema: JsonSchema = { type: 'string', title: '级别', 'x-dict': 'level' }
 */
export type JsonSchema = { readonly [keyword: string]: unknown }

/**
 * Any value that JSON can represent.
 *
 * @example
 * const options: Json = { columns: 3, labels: ['甲', '乙'], note: null }
 */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
