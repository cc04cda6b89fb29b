// Declares JSON values and JSON Schemas.
export type JsonSchema = { readonly [keyword: string]: unknown }

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
