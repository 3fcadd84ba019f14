/** The sandbox origin's headers as the build knows them: for answers that no server has made. */
declare const __SANDBOX_HEADERS__: Readonly<Record<string, string>>
