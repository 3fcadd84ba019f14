import type { JsonObject } from './json.ts'

export function modelInfo(id: string): JsonObject {
  return { type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' }
}

export function modelList(ids: readonly string[]): JsonObject {
  return {
    data: ids.map(modelInfo),
    has_more: false,
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null,
  }
}

/** As OpenAI's servers list them. */
export function chatModelList(ids: readonly string[]): JsonObject {
  return {
    object: 'list',
    data: ids.map((id) => ({ id, object: 'model', created: 1_760_000_000, owned_by: 'test' })),
  }
}
