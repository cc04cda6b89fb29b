// Words the errors of a schema for which nothing more is known of the value.

type Params = Readonly<Record<string, unknown>>

const WORDS: Readonly<Record<string, (limit: unknown, params: Params) => string>> = {
  uniqueItems: (_, { i, j }) =>
    `第 ${Math.min(Number(i), Number(j)) + 1} 项与第 ${Math.max(Number(i), Number(j)) + 1} 项相同，不得重复`,
  minItems: (limit) => `至少要有 ${limit} 项`,
  maxItems: (limit) => `最多 ${limit} 项`,
  minLength: (limit) => (limit === 1 ? '不能为空' : `至少 ${limit} 个字`),
  maxLength: (limit) => `最多 ${limit} 个字`,
  minimum: (limit) => `不能小于 ${limit}`,
  maximum: (limit) => `不能大于 ${limit}`,
  exclusiveMinimum: (limit) => `必须大于 ${limit}`,
  exclusiveMaximum: (limit) => `必须小于 ${limit}`,
  minProperties: (limit) => `至少要写 ${limit} 个键`,
  maxProperties: (limit) => `最多写 ${limit} 个键`,
  multipleOf: (_, { multipleOf }) => `必须是 ${multipleOf} 的倍数`,
  enum: (_, { allowedValues }) => `可用：${(allowedValues as readonly unknown[]).join('、')}`,
  const: (_, { allowedValue }) => `此处应为“${allowedValue}”`,
  required: (_, { missingProperty }) => `缺少必需的键“${missingProperty}”`,
  dependentRequired: (_, { property, missingProperty }) =>
    `“${property}”与“${missingProperty}”须同时写明，缺少“${missingProperty}”`,
  pattern: (_, { pattern }) => `写法不符合要求（${pattern}）`,
}

/** Returns the text for a keyword, or the keyword itself if there is no text. */
export function describeLimit(keyword: string, params: Params): string {
  const words = Object.hasOwn(WORDS, keyword) ? WORDS[keyword] : undefined
  return words ? words(params.limit, params) : `${keyword} ${JSON.stringify(params.limit ?? params)}`
}
