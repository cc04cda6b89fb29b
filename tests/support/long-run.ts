// Owns whether the proofs run whole, as `npm run prove` has them, or in the short form of everyday tests.
export const IS_LONG = process.env.EQUIPNET_LONG === '1'
