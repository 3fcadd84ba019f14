/** Its package has types for it that its own export map hides. It exports nothing. */
declare module 'fake-indexeddb/auto'
