extension Scripts {
  /// What a library needs to hold scripts and what belongs to them.
  ///
  /// An item's order index is unique within a script and rules, and at most one version of it is active.
  public static let module = StoreModule(
    name: "script",
    migrations: [
      """
      CREATE TABLE script(
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL CHECK(length(name) > 0),
        path TEXT NOT NULL,
        digest TEXT NOT NULL,
        rules TEXT NOT NULL,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX script_path ON script(path) WHERE path <> '';
      CREATE UNIQUE INDEX script_name ON script(name) WHERE path = '';
      CREATE INDEX script_updated ON script(updated DESC, number DESC);

      CREATE TABLE speakable_item(
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        script INTEGER NOT NULL REFERENCES script(number) ON DELETE CASCADE,
        rules TEXT NOT NULL,
        order_index INTEGER NOT NULL,
        source_kind TEXT NOT NULL,
        scene TEXT NOT NULL,
        text TEXT NOT NULL,
        said TEXT NOT NULL,
        character TEXT NOT NULL,
        raw_name TEXT NOT NULL,
        is_announced INTEGER NOT NULL CHECK(is_announced IN (0, 1)),
        tone TEXT NOT NULL,
        status TEXT NOT NULL CHECK(status IN
          ('textGenerated', 'audioQueued', 'audioGenerating', 'audioComplete', 'audioFailed')),
        message TEXT NOT NULL DEFAULT '',
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX speakable_item_order ON speakable_item(script, rules, order_index);

      CREATE TABLE speakable_audio(
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        item INTEGER NOT NULL REFERENCES speakable_item(number) ON DELETE CASCADE,
        clip TEXT NOT NULL CHECK(length(clip) = 64 AND clip NOT GLOB '*[^0-9a-f]*'),
        plugin TEXT NOT NULL,
        voice TEXT NOT NULL,
        voice_name TEXT NOT NULL,
        format TEXT NOT NULL CHECK(format IN ('int16', 'float32')),
        rate INTEGER NOT NULL CHECK(rate > 0),
        channels INTEGER NOT NULL CHECK(channels > 0),
        frames INTEGER NOT NULL CHECK(frames >= 0),
        bytes INTEGER NOT NULL CHECK(bytes >= 0),
        checksum TEXT NOT NULL,
        characters INTEGER NOT NULL,
        cost_micros INTEGER,
        settings TEXT NOT NULL,
        generated INTEGER NOT NULL,
        is_active INTEGER NOT NULL CHECK(is_active IN (0, 1)),
        is_collected INTEGER NOT NULL DEFAULT 0 CHECK(is_collected IN (0, 1)),
        rating INTEGER CHECK(rating BETWEEN 1 AND 5),
        notes TEXT NOT NULL DEFAULT '',
        UNIQUE(item, clip)
      ) STRICT;
      CREATE UNIQUE INDEX speakable_audio_active ON speakable_audio(item) WHERE is_active = 1;

      CREATE TABLE cast_role(
        script INTEGER NOT NULL REFERENCES script(number) ON DELETE CASCADE,
        character TEXT NOT NULL,
        name TEXT NOT NULL,
        voice TEXT NOT NULL,
        fallback TEXT NOT NULL,
        is_locked INTEGER NOT NULL CHECK(is_locked IN (0, 1)),
        dialogues INTEGER NOT NULL,
        notes TEXT NOT NULL,
        PRIMARY KEY(script, character)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE cast_alias(
        script INTEGER NOT NULL REFERENCES script(number) ON DELETE CASCADE,
        raw_name TEXT NOT NULL,
        character TEXT NOT NULL,
        PRIMARY KEY(script, raw_name)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE task(
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        script INTEGER NOT NULL REFERENCES script(number) ON DELETE CASCADE,
        name TEXT NOT NULL,
        options TEXT NOT NULL,
        state TEXT NOT NULL CHECK(state IN
          ('queued', 'running', 'completed', 'failed', 'cancelled')),
        total INTEGER NOT NULL DEFAULT 0,
        done INTEGER NOT NULL DEFAULT 0,
        failed INTEGER NOT NULL DEFAULT 0,
        message TEXT NOT NULL DEFAULT '',
        process TEXT NOT NULL DEFAULT '',
        is_to_cancel INTEGER NOT NULL DEFAULT 0 CHECK(is_to_cancel IN (0, 1)),
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX task_script ON task(script, number);

      CREATE TABLE output(
        path TEXT PRIMARY KEY,
        script INTEGER NOT NULL REFERENCES script(number) ON DELETE CASCADE,
        task INTEGER REFERENCES task(number) ON DELETE SET NULL,
        digest TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        created INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX output_script ON output(script);
      CREATE INDEX output_task ON output(task);
      """,
      // Whether somebody has chosen this version: it is heard whatever voice the part has now.
      """
      ALTER TABLE speakable_audio ADD COLUMN is_chosen INTEGER NOT NULL DEFAULT 0
        CHECK(is_chosen IN (0, 1));
      """,
      // How many steps were done by voices that stand in for others.
      """
      ALTER TABLE task ADD COLUMN stand_ins INTEGER NOT NULL DEFAULT 0;
      """,
      // A sketch of a script's lines, to recognize it at another path, and its former paths.
      """
      ALTER TABLE script ADD COLUMN sketch TEXT NOT NULL DEFAULT '';
      CREATE TABLE script_former(
        script INTEGER NOT NULL REFERENCES script(number) ON DELETE CASCADE,
        path TEXT NOT NULL,
        PRIMARY KEY(script, path)
      ) STRICT, WITHOUT ROWID;
      """,
      // The gender that the user has set for a part; empty if the script decides.
      """
      ALTER TABLE cast_role ADD COLUMN gender TEXT NOT NULL DEFAULT '';
      """,
    ])
}
