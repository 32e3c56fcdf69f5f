import CueModel

/// What carrying out a plan would come to, source by source.
package struct GenerationForecast: Sendable {
  /// What one source would do.
  package struct Share: Sendable {
    /// The source's name.
    package let source: String
    /// Whether it asks a service on the network.
    package let isRemote: Bool
    /// How many items it says.
    package fileprivate(set) var items = 0
    /// How many clips are to be made.
    package fileprivate(set) var clips = 0
    /// Characters that would be sent.
    package fileprivate(set) var characters = 0
    /// Sound that would be made, in seconds.
    package fileprivate(set) var seconds = 0.0
  }

  /// About how long all sound is, in seconds.
  package private(set) var seconds = 0.0
  /// What each source that says something would do, in the order of sources.
  package let shares: [Share]

  /// What `plan` comes to with its `sources`.
  package init(_ plan: GenerationPlan, _ sources: [VoiceSource]) {
    var shares: [Int: Share] = [:]
    for job in plan.jobs {
      let length = job.entry?.seconds ?? ClipPace.estimatedSeconds(job.request)
      seconds += length * Double(job.items.count)
      let source = sources[job.source]
      var share =
        shares[job.source] ?? Share(source: source.name, isRemote: source.mostVoices != nil)
      share.items += job.items.count
      if job.entry == nil {
        share.clips += 1
        share.characters += job.request.requests.reduce(0) { $0 + $1.text.count }
        share.seconds += length
      }
      shares[job.source] = share
    }
    self.shares = shares.sorted { $0.key < $1.key }.map(\.value)
  }
}
